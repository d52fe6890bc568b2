#include "collect/contributor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "base/errors.h"
#include "base/simd.h"
#include "base/threads.h"
#include "collect/report_ids.h"
#include "collect/report_reader.h"
#include "collect/reports.h"
#include "corpus/prepare.h"
#include "corpus/word_sets.h"
#include "privacy/report_charges.h"
#include "reference/temporary.h"
#include "unit/collect/test_reports.h"

namespace dplda {
namespace {

constexpr std::uint32_t kContributorWords = 300;

// Documents of 0, 1, 2, ... words, in turn; document m has `m % (most + 1)` of them.
Corpus growing_corpus(std::uint64_t documents, std::uint32_t most,
                      VocabularyOrigin origin = VocabularyOrigin::kPublic) {
  std::vector<std::string> names;
  for (std::uint32_t t = 0; t < kContributorWords; ++t) names.push_back(fmt::format("w{}", t));
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words;
  for (std::uint64_t m = 0; m < documents; ++m) {
    const auto size = static_cast<std::int32_t>(m % (most + 1));
    for (std::int32_t i = 0; i < size; ++i)
      words.push_back(i * static_cast<std::int32_t>(kContributorWords / most));
    offsets.push_back(static_cast<std::int64_t>(words.size()));
  }
  std::vector<std::int32_t> counts(words.size(), 3);
  return {Vocabulary(std::move(names), origin),
          std::move(offsets),
          std::move(words),
          std::move(counts),
          {},
          "test"};
}

ContributorOptions with_seed(double epsilon, std::int64_t cap = 0) {
  ContributorOptions options;
  options.epsilon = epsilon;
  options.cap = cap;
  options.seed = 11;
  return options;
}

std::string written(const Corpus& corpus, const ContributorOptions& options, int threads = 1) {
  const test::TemporaryDirectory directory;
  AtomicFile file(directory / "reports.dpr");
  write_reports(Contributor(corpus, options), corpus.documents(), threads, file);
  file.commit();
  return test::read_file(directory / "reports.dpr");
}

std::uint64_t ones_of(std::span<const std::uint64_t> bits) {
  std::uint64_t ones = 0;
  for (const std::uint64_t word : bits) ones += static_cast<unsigned>(std::popcount(word));
  return ones;
}

// Each of n bits is flipped independently with probability q: the number of flips lies within 5
// deviations of n q, but for a probability below 1e-6.
TEST(Contributor, BitsAreFlippedAtTheStatedRatePresentOrNot) {
  const Corpus corpus = growing_corpus(3000, 100);
  for (const double epsilon : {0.5, 1.0, 3.0}) {
    const Contributor contributor(corpus, with_seed(epsilon));
    const double q = static_cast<double>(contributor.header().parameters.threshold) * 0x1p-64;
    EXPECT_NEAR(q, 1 / (1 + std::exp(epsilon)), 1e-12);
    std::uint64_t bits_were[2] = {0, 0};
    std::uint64_t flips_of[2] = {0, 0};
    std::vector<std::uint64_t> before(bit_words(kContributorWords));
    std::vector<std::uint64_t> after(bit_words(kContributorWords));
    for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
      contributor.kept_words(m, before);
      contributor.perturbed(m, after);
      EXPECT_EQ(ones_of(before), corpus.document(m).words.size());
      for (std::uint32_t t = 0; t < kContributorWords; ++t) {
        const auto was = before[t / 64] >> (t % 64) & 1;
        ++bits_were[was];
        flips_of[was] += was ^ (after[t / 64] >> (t % 64) & 1);
      }
      EXPECT_EQ(after.back() >> (kContributorWords % 64), 0);
    }
    for (const int was : {0, 1}) {
      const auto n = static_cast<double>(bits_were[was]);
      EXPECT_NEAR(static_cast<double>(flips_of[was]), n * q, 5 * std::sqrt(n * q * (1 - q)));
    }
  }
}

TEST(Contributor, ACapKeepsWordsOfTheDocumentAndNeverMore) {
  const Corpus corpus = growing_corpus(1000, 60);
  const Contributor contributor(corpus, with_seed(1, 10));
  std::vector<std::uint64_t> kept(bit_words(kContributorWords));
  std::vector<std::uint64_t> all(bit_words(kContributorWords));
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const auto words = corpus.document(m).words;
    contributor.kept_words(m, kept);
    set_words(all, words);
    EXPECT_EQ(ones_of(kept), std::min<std::size_t>(words.size(), 10));
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(kept[i] & ~all[i], 0);
  }
}

// The naive law: the s words of least priority, ties by id.
TEST(Contributor, TheKeptWordsAreThoseOfLeastPriority) {
  const Corpus corpus = growing_corpus(200, 60);
  const Contributor contributor(corpus, with_seed(1, 10));
  const RandomStreams random(key_from_seed(11));
  std::vector<std::uint64_t> kept(bit_words(kContributorWords));
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    std::set<std::pair<std::uint64_t, std::int32_t>> order;
    for (const std::int32_t word : corpus.document(m).words) {
      order.emplace(random.draw({.purpose = Purpose::kContributorCap,
                                 .document = m,
                                 .position = static_cast<std::uint64_t>(word)}),
                    word);
    }
    std::vector<std::uint64_t> wanted(bit_words(kContributorWords));
    std::size_t left = 10;
    for (const auto& [priority, word] : order) {
      if (left-- == 0) break;
      wanted[static_cast<std::size_t>(word) / 64] |= std::uint64_t{1} << (word % 64);
    }
    contributor.kept_words(m, kept);
    EXPECT_EQ(kept, wanted);
  }
}

// 60 words, 10 kept: in n documents a word is kept Bin(n, 1/6) times; 5 deviations, 60 words: a
// probability below 1e-4 to fail with another seed.
TEST(Contributor, EveryWordIsKeptAlikeOften) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words;
  constexpr std::uint64_t kDocuments = 5000;
  for (std::uint64_t m = 0; m < kDocuments; ++m) {
    for (std::int32_t t = 0; t < 60; ++t) words.push_back(t);
    offsets.push_back(static_cast<std::int64_t>(words.size()));
  }
  std::vector<std::int32_t> counts(words.size(), 1);
  std::vector<std::string> names;
  for (int t = 0; t < 60; ++t) names.push_back(fmt::format("w{}", t));
  const Corpus corpus(Vocabulary(std::move(names), VocabularyOrigin::kPublic), std::move(offsets),
                      std::move(words), std::move(counts), {}, "test");
  const Contributor contributor(corpus, with_seed(1, 10));
  WordSets sets(60);
  std::vector<std::uint64_t> kept(1);
  for (std::uint64_t m = 0; m < kDocuments; ++m) {
    contributor.kept_words(m, kept);
    sets.append(kept);
  }
  ThreadPool pool(1);
  const double deviation = std::sqrt(kDocuments / 6.0 * 5 / 6);
  for (const std::uint64_t count : sets.frequencies(pool))
    EXPECT_NEAR(static_cast<double>(count), kDocuments / 6.0, 5 * deviation);
}

TEST(Contributor, OneWordMorePushesOutOneAtMost) {
  const auto kept_of = [](std::vector<std::int32_t> words) {
    std::vector<std::string> names;
    for (std::uint32_t t = 0; t < kContributorWords; ++t) names.push_back(fmt::format("w{}", t));
    const auto size = static_cast<std::int64_t>(words.size());
    std::vector<std::int32_t> counts(words.size(), 1);
    const Corpus corpus(Vocabulary(std::move(names), VocabularyOrigin::kPublic), {0, size},
                        std::move(words), std::move(counts), {}, "test");
    std::vector<std::uint64_t> kept(bit_words(kContributorWords));
    Contributor(corpus, with_seed(1, 5)).kept_words(0, kept);
    return kept;
  };
  const std::vector<std::int32_t> some = {3, 17, 18, 40, 77, 130, 131, 200, 255};
  const auto before = kept_of(some);
  for (std::int32_t added = 256; added < 299; ++added) {
    auto more = some;
    more.push_back(added);
    const auto after = kept_of(more);
    std::uint64_t changed = 0;
    for (std::size_t i = 0; i < after.size(); ++i)
      changed += static_cast<unsigned>(std::popcount(before[i] ^ after[i]));
    EXPECT_TRUE(changed == 0 || changed == 2) << added;
  }
}

TEST(Contributor, TheSameBytesForAnyThreadsAndInstructionSet) {
  const Corpus corpus = growing_corpus(2500, 60);
  const std::string once = written(corpus, with_seed(2, 10));
  for (const int threads : {2, 7}) EXPECT_EQ(written(corpus, with_seed(2, 10), threads), once);
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    EXPECT_EQ(written(corpus, with_seed(2, 10)), once) << set;
  }
  use_instruction_set("best");
}

TEST(Contributor, EveryDocumentMakesAReportEmptyOnesToo) {
  const Corpus corpus = growing_corpus(2500, 60);
  const std::string bytes = written(corpus, with_seed(1, 10));
  const Reports reports = read_reports(memory_input(bytes, "reports"));
  EXPECT_EQ(reports.bits.documents(), corpus.documents());
  EXPECT_EQ(reports.refusals, ReportRefusals{});
  EXPECT_EQ(reports.vocabulary, corpus.vocabulary());
  EXPECT_EQ(reports.parameters.cap, 10);
  EXPECT_EQ(reports.parameters.flags, kSeedKnown);
}

TEST(Contributor, WithoutASeedEveryRunIsAnother) {
  const Corpus corpus = growing_corpus(20, 60);
  ContributorOptions options = with_seed(1);
  options.seed.reset();
  const std::string one = written(corpus, options);
  EXPECT_NE(one, written(corpus, options));
  EXPECT_EQ(read_reports(memory_input(one, "reports")).parameters.flags, 0);
}

TEST(Contributor, UnderAKeyFileOnlyAnExactRepetitionIsTheSame) {
  const test::TemporaryDirectory directory;
  test::write_key(directory / "key");
  test::write_key(directory / "other", 'o');
  test::write_file(directory / "short", std::string(31, 'o'));
  ContributorOptions options;
  options.epsilon = 1;
  options.key_file = directory / "key";
  const Corpus corpus = growing_corpus(20, 60);
  const Contributor first(corpus, options);
  const auto same_run = [&](const Corpus& data, const ContributorOptions& changed) {
    const Contributor other(data, changed);
    EXPECT_EQ(other.run() == first.run(), other.id(0) == first.id(0));
    return other.run() == first.run();
  };
  ContributorOptions threads = options;
  threads.threads = 3;
  EXPECT_TRUE(same_run(corpus, threads));
  EXPECT_FALSE(same_run(growing_corpus(21, 60), options));
  ContributorOptions changed = options;
  changed.epsilon = 1.5;
  EXPECT_FALSE(same_run(corpus, changed));
  changed = options;
  changed.cap = 70;
  EXPECT_FALSE(same_run(corpus, changed));
  changed = options;
  changed.key_file = directory / "other";
  EXPECT_FALSE(same_run(corpus, changed));
  changed.key_file = directory / "short";
  EXPECT_THROW(Contributor(corpus, changed), InputError);
}

TEST(Contributor, ALargeDeltaOfABudgetMustBeAskedFor) {
  ContributorOptions options;
  options.epsilon = 1;
  options.ledger = "mine.ledger";
  options.budget_epsilon = 5;
  options.budget_delta = 1e-4;
  EXPECT_NO_THROW(check(options));
  options.budget_delta = 1.01e-4;
  EXPECT_THROW(check(options), InputError);
  options.large_delta = true;
  EXPECT_NO_THROW(check(options));
}

TEST(Contributor, ALedgerHoldsWhatWasSentAndARepetitionIsFree) {
  const test::TemporaryDirectory directory;
  test::write_key(directory / "key");
  ContributorOptions options;
  options.epsilon = 0.5;
  options.key_file = directory / "key";
  const Corpus corpus = growing_corpus(20, 60);
  Ledger ledger;
  charge_reports(Contributor(corpus, options), ledger);
  const PrivacyLoss once = ledger.total(Unit::kPresence, View::kReport);
  EXPECT_NEAR(once.epsilon, 10, 1e-6);
  charge_reports(Contributor(corpus, options), ledger);
  EXPECT_EQ(ledger.total(Unit::kPresence, View::kReport), once);
  options.cap = 5;
  charge_reports(Contributor(corpus, options), ledger);
  EXPECT_NEAR(ledger.total(Unit::kPresence, View::kReport).epsilon, 30, 1e-6);
}

TEST(Contributor, RefusesOptionsThatContradictOneAnother) {
  const Corpus corpus = growing_corpus(3, 60);
  EXPECT_NO_THROW(check(with_seed(1)));
  EXPECT_THROW(check(ContributorOptions{}), InputError);
  EXPECT_THROW(check(with_seed(0)), InputError);
  EXPECT_THROW(check(with_seed(41)), InputError);
  EXPECT_THROW(check(with_seed(1, -1)), InputError);
  ContributorOptions options = with_seed(1);
  options.key_file = "key";
  EXPECT_THROW(check(options), InputError);
  options = with_seed(1);
  options.ledger = "ledger";
  EXPECT_THROW(check(options), InputError);
  Ledger ledger;
  EXPECT_THROW(charge_reports(Contributor(corpus, with_seed(1)), ledger), InputError);
  const Corpus exposed = growing_corpus(3, 60, VocabularyOrigin::kData);
  EXPECT_THROW(Contributor(exposed, with_seed(1)), InputError);
}

TEST(Contributions, AreReadInAPublicVocabularyOnly) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "notes.txt", "ant bee ant\n\ncat dog\n");
  test::write_file(directory / "list", "bee\ncat\nelk\n");
  ContributorOptions options = with_seed(1);
  EXPECT_THROW(open_contributions(directory / "notes.txt", options), InputError);
  options.vocab = directory / "list";
  const std::vector<std::string> listed = {"bee", "cat", "elk"};
  const auto expect_listed = [&](const Corpus& corpus) {
    EXPECT_EQ(corpus.vocabulary().words(), listed);
    EXPECT_EQ(corpus.vocabulary().origin(), VocabularyOrigin::kPublic);
    ASSERT_EQ(corpus.documents(), 3);
    EXPECT_EQ(corpus.document(0).words[0], 0);
    EXPECT_TRUE(corpus.document(1).words.empty());
    EXPECT_EQ(corpus.document(2).words[0], 1);
  };
  expect_listed(open_contributions(directory / "notes.txt", options));

  prepare({directory / "notes.txt"}, PrepareOptions{}, directory / "all.npz");
  expect_listed(open_contributions(directory / "all.npz", options));
  prepare({directory / "notes.txt"}, PrepareOptions{.max_words = 2}, directory / "two.npz");
  EXPECT_THROW(open_contributions(directory / "two.npz", options), InputError);

  options.vocab.clear();
  EXPECT_THROW(open_contributions(directory / "all.npz", options), InputError);
  prepare({directory / "notes.txt"}, PrepareOptions{.assume_public_vocab = true},
          directory / "assumed.npz");
  EXPECT_EQ(open_contributions(directory / "assumed.npz", options).words(), 4);
}

// All documents together chose the words: no bit depends on its own document alone.
TEST(Contributor, WordsThatWereChosenPrivatelyAreInNoReport) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "list", "w0\nw5\n");
  const Corpus chosen = growing_corpus(3, 60, VocabularyOrigin::kPrivate);
  const std::string path = directory / "chosen.npz";
  chosen.save(path);
  ContributorOptions options;
  options.epsilon = 1;
  EXPECT_THROW(check_contributions(chosen, options, "notes"), InputError);
  EXPECT_THROW(open_contributions(path, options), InputError);
  // Nor in the words of a list, which only those that were chosen are in.
  EXPECT_THROW(contributions_in_list(chosen, directory / "list", "notes"), InputError);
  options.vocab = directory / "list";
  EXPECT_THROW(open_contributions(path, options), InputError);
  // A known seed makes no contributor of whoever has all documents.
  EXPECT_THROW(Contributor(chosen, with_seed(1)), InputError);
}

TEST(Contributor, StatingWordsToBePublicDoesNotMakeReportsOfCutDocumentsPrivate) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "notes.txt", "ant bee\nbee cat\n");
  test::write_file(directory / "list", "ant\nbee\n");
  const std::string cut = directory / "cut.npz";
  prepare({directory / "notes.txt"}, {.min_df = 2, .assume_public_vocab = true}, cut);
  ContributorOptions options;
  options.epsilon = 1;
  EXPECT_THROW(open_contributions(cut, options), InputError);
  EXPECT_THROW(check_contributions(Corpus::load(cut), options, "notes"), InputError);
  options.vocab = directory / "list";
  EXPECT_THROW(open_contributions(cut, options), InputError);
  // Reports of a known seed protect nobody, and say so; but no list is made public by it.
  options.seed = 1;
  EXPECT_THROW(open_contributions(cut, options), InputError);
  options.vocab.clear();
  EXPECT_EQ(open_contributions(cut, options).vocabulary().origin(),
            VocabularyOrigin::kAssumedPublic);
}

}  // namespace
}  // namespace dplda
