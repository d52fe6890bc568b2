#include "training/private_vocabulary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "corpus/word_cut.h"
#include "reference/errors.h"
#include "reference/options.h"
#include "reference/temporary.h"
#include "runs/prepare.h"
#include "training/training.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

// Epsilon so large that there is no noise, and words of two documents pass.
constexpr PrivateVocabularyOptions kExact{.private_vocab = true, .vocab_epsilon = 1e6};

// A word of letters, as the tokenizer takes it, another for each number.
std::string word_of(int number) {
  std::string word = "x";
  for (int i = 0; i < 5; ++i, number /= 26) word += static_cast<char>('a' + number % 26);
  return word;
}

// `documents` lines: all have "zebra" and "yak", every second "apple", each a word of its own.
std::string shared_and_own(int documents) {
  std::string text;
  for (int m = 0; m < documents; ++m)
    text += "zebra yak " + std::string(m % 2 == 0 ? "apple " : "") + word_of(m) + "\n";
  return text;
}

LedgerOptions ledger_at(const std::string& path) {
  LedgerOptions options;
  options.ledger = path;
  return options;
}

LedgerOptions without_ledger() {
  LedgerOptions options;
  options.no_ledger = true;
  return options;
}

LedgerOptions with_budget(double epsilon, double delta, const std::string& path = "") {
  LedgerOptions options = ledger_at(path);
  options.budget_epsilon = epsilon;
  options.budget_delta = delta;
  return options;
}

std::int64_t charges_in(const std::string& path) {
  const Ledger ledger = Ledger::read(path);
  return std::count_if(
      ledger.entries().begin(), ledger.entries().end(),
      [](const LedgerEntry& entry) { return entry.kind == LedgerEntry::Kind::kCharge; });
}

class PrivateVocabularyTest : public testing::Test {
 protected:
  std::string write(std::string_view name, std::string_view bytes) const {
    test::write_file(directory / name, bytes);
    return directory / name;
  }
  Corpus prepared(const std::string& input, const PrivateVocabularyOptions& vocabulary = kExact,
                  const PrepareOptions& options = {}, const LedgerOptions& ledger = {},
                  std::uint64_t seed = 1) {
    runs::Watcher nobody;
    summary = runs::prepare({.inputs = {input},
                             .output = directory / "out.npz",
                             .options = options,
                             .vocabulary = vocabulary,
                             .ledger = ledger},
                            nobody, key_from_seed(seed))
                  .summary;
    return Corpus::load(directory / "out.npz");
  }
  std::string error(const std::string& input, const PrivateVocabularyOptions& vocabulary,
                    const PrepareOptions& options = {}, const LedgerOptions& ledger = {}) {
    const std::size_t before = directory.entries();
    std::string message = test::input_error([&] { prepared(input, vocabulary, options, ledger); });
    EXPECT_NE(message, "");
    EXPECT_EQ(directory.entries(), before) << "something was left behind";
    return message;
  }

  test::TemporaryDirectory directory;
  PrepareSummary summary;
};

TEST_F(PrivateVocabularyTest, FrequentWordsAreNamedInTheOrderOfTheAlphabetAndOwnWordsAreNot) {
  // The threshold is 270: 1000 documents are 15 deviations of 46.7 above it, one is 5.7 below.
  const Corpus corpus = prepared(write("a.txt", shared_and_own(2000)), {.private_vocab = true});
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"apple", "yak", "zebra"}));
  EXPECT_EQ(corpus.vocabulary().origin(), VocabularyOrigin::kPrivate);
  EXPECT_EQ(corpus.documents(), 2000u);
  EXPECT_EQ(corpus.tokens(), 5000u);
  EXPECT_EQ(summary.left_out, 2000u);
  EXPECT_EQ(summary.origin, VocabularyOrigin::kPrivate);
}

TEST_F(PrivateVocabularyTest, MaxWordsTakesTheMostFrequentAndTheReservedWordStaysLast) {
  const std::string input = write("a.txt", shared_and_own(1000));
  EXPECT_EQ(prepared(input, kExact, {.max_words = 2}).vocabulary().words(),
            (Words{"yak", "zebra"}));
  const Corpus corpus = prepared(input, kExact, {.max_words = 1, .other_word = true});
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"yak", "<other>"}));  // a tie: the first
  EXPECT_EQ(corpus.tokens(), 3500u);
}

TEST_F(PrivateVocabularyTest, WordsOfCountsAreNamedInTheOrderOfTheAlphabetToo) {
  write("vocab.a.txt", "zebra\nyak\nxerus\nwolf\n");
  const std::string counts =
      write("docword.a.txt", "3\n4\n6\n1 1 3\n1 4 1\n2 1 2\n2 3 1\n3 3 2\n3 2 5\n");
  const Corpus corpus = prepared(counts);
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"xerus", "zebra"}));
  EXPECT_EQ(corpus.document(0).tokens(), 3u);
  EXPECT_EQ(corpus.document(1).tokens(), 3u);
  EXPECT_EQ(corpus.document(2).tokens(), 2u);
}

TEST_F(PrivateVocabularyTest, ALongDocumentCountsForTheCapAlone) {
  std::string line;
  for (int i = 0; i < 10000; ++i) line += word_of(i) + " ";
  const std::string input = write("a.txt", line + "\n" + line + "\n" + line + "\n");
  PrivateVocabularyOptions options = kExact;
  // Three documents count for 1500 words in all, a word needs two of them: at most 750 pass; of
  // 10000 words about 3 * 500^2 / 10000 = 75 do, with a deviation of less than 10.
  options.vocab_cap = 500;
  const std::uint32_t words = prepared(input, options).words();
  EXPECT_NEAR(words, 75, 60);
  options.vocab_cap = 20000;
  EXPECT_EQ(prepared(input, options).words(), 10000u);
}

TEST_F(PrivateVocabularyTest, OptionsThatLookAtExactFrequenciesAreRefused) {
  const std::string input = write("a.txt", shared_and_own(10));
  const std::string list = write("list", "zebra\n");
  const std::string ends = " and `private-vocab` exclude each other";
  const auto refused = [&](const PrepareOptions& options, const std::string& flag) {
    EXPECT_TRUE(error(input, kExact, options).starts_with(flag + ends)) << flag;
  };
  refused({.vocab = list}, "`vocab`");
  refused({.assume_public_vocab = true}, "`assume-public-vocab`");
  refused({.min_df = 2}, "`min-df`");
  refused({.max_df = 0.5}, "`max-df`");
}

TEST_F(PrivateVocabularyTest, OptionsOutOfRangeOrWithoutMeaningAreRefused) {
  const std::string input = write("a.txt", shared_and_own(10));
  const auto refused = [&](auto change) {
    PrivateVocabularyOptions options = kExact;
    change(options);
    EXPECT_NE(error(input, options), "");
  };
  refused([](auto& o) { o.vocab_epsilon = 0; });
  refused([](auto& o) { o.vocab_epsilon = 1e-12; });  // more noise than can be drawn
  refused([](auto& o) { o.vocab_delta = 0; });
  refused([](auto& o) { o.vocab_delta = 1; });
  refused([](auto& o) { o.vocab_delta = 0.01; });
  refused([](auto& o) { o.vocab_cap = 0; });
  LedgerOptions both = ledger_at(directory / "ledger");
  both.no_ledger = true;
  EXPECT_EQ(error(input, kExact, {}, both), "give `ledger` or `no-ledger`, not both");
  for (const std::string& taken : {directory / "out.npz", input})
    EXPECT_TRUE(error(input, kExact, {}, ledger_at(taken)).starts_with("`ledger ")) << taken;
  EXPECT_NE(error(input, kExact, {}, with_budget(5, 0)).find("`budget-delta`"), std::string::npos);
  EXPECT_TRUE(error(input, {.vocab_cap = 5}).starts_with("`vocab-cap` needs `private-vocab`"));
  EXPECT_TRUE(error(input, {}, {}, with_budget(5, 1e-6))
                  .starts_with("`budget-epsilon` needs `private-vocab`"));
}

TEST_F(PrivateVocabularyTest, TheChargeIsOnDiskAndInTheRecord) {
  const Corpus corpus = prepared(write("a.txt", shared_and_own(1000)), {.private_vocab = true});
  const Ledger ledger = Ledger::read(directory / "out.npz.ledger");
  ASSERT_EQ(charges_in(directory / "out.npz.ledger"), 1);
  LedgerEntry entry = *std::find_if(
      ledger.entries().begin(), ledger.entries().end(),
      [](const LedgerEntry& each) { return each.kind == LedgerEntry::Kind::kCharge; });
  EXPECT_EQ(entry.run.size(), 32u);
  EXPECT_EQ(entry.charge.unit, Unit::kDocument);
  EXPECT_EQ(entry.charge.view, View::kCounts);
  EXPECT_LE(epsilon_at(ledger.total(Unit::kDocument, View::kCounts), 1e-6), 1);
  entry.time.clear();
  EXPECT_EQ(corpus.preparation().word_charges, std::vector<std::string>{to_text(entry)});
  // Another choice on the same data adds up.
  prepared(directory / "a.txt", {.private_vocab = true}, {}, {}, 2);
  EXPECT_EQ(charges_in(directory / "out.npz.ledger"), 2);
}

TEST_F(PrivateVocabularyTest, WithoutALedgerTheRecordStillSaysWhatItCost) {
  const Corpus corpus = prepared(write("a.txt", shared_and_own(10)), kExact, {}, without_ledger());
  EXPECT_FALSE(std::filesystem::exists(directory / "out.npz.ledger"));
  EXPECT_EQ(corpus.preparation().word_charges->size(), 1u);
}

TEST_F(PrivateVocabularyTest, TheRecordDoesNotDependOnTheDocuments) {
  const Preparation one = prepared(write("a.txt", shared_and_own(10))).preparation();
  const Preparation other = prepared(write("b.txt", "dog cat\ncat dog\n")).preparation();
  EXPECT_EQ(to_json(one).dump(), to_json(other).dump());
  EXPECT_TRUE(one.options->says("vocab_cap", 100));
  EXPECT_TRUE(one.options->says("private_vocab", true));
}

TEST_F(PrivateVocabularyTest, NothingIsChosenThatTheBudgetDoesNotCover) {
  const std::string input = write("a.txt", shared_and_own(1000));
  const LedgerOptions tight = with_budget(0.9, 1e-6, directory / "ledger");
  EXPECT_THROW(prepared(input, {.private_vocab = true}, {}, tight), BudgetExhausted);
  EXPECT_FALSE(std::filesystem::exists(directory / "out.npz"));
  EXPECT_FALSE(std::filesystem::exists(directory / "ledger"));
  const LedgerOptions enough = with_budget(1.1, 1e-6, directory / "ledger");
  prepared(input, {.private_vocab = true}, {}, enough);
  // The second one would come to more.
  EXPECT_THROW(prepared(input, {.private_vocab = true}, {}, enough, 2), BudgetExhausted);
  EXPECT_EQ(charges_in(directory / "ledger"), 1);
}

TEST_F(PrivateVocabularyTest, TheChargeStandsBeforeTheChoice) {
  // No word passes: the answer itself is a release.
  const std::string input = write("a.txt", shared_and_own(10));
  EXPECT_THROW(prepared(input, {.private_vocab = true}), InputError);
  EXPECT_FALSE(std::filesystem::exists(directory / "out.npz"));
  EXPECT_EQ(charges_in(directory / "out.npz.ledger"), 1);
}

TEST_F(PrivateVocabularyTest, WhatIsReadInVainCostsNothing) {
  EXPECT_THROW(prepared(directory / "absent", {.private_vocab = true}), InputError);
  EXPECT_FALSE(std::filesystem::exists(directory / "out.npz.ledger"));
}

TEST_F(PrivateVocabularyTest, WordsThatWereChosenExactlyAreRefusedAndPrivateOnesKeepTheirCharge) {
  const std::string input = write("a.txt", shared_and_own(20));
  prepare({input}, {.min_df = 2}, directory / "data.npz");
  EXPECT_NE(error(directory / "data.npz", kExact).find("were chosen from its documents"),
            std::string::npos);
  prepare({input}, {.assume_public_vocab = true}, directory / "public.npz");
  EXPECT_EQ(prepared(directory / "public.npz").words(), 3u);
  // Stating the words to be public changes nothing about how they were chosen.
  prepare({input}, {.max_words = 2, .assume_public_vocab = true}, directory / "stated.npz");
  EXPECT_NE(error(directory / "stated.npz", kExact).find("were chosen from its documents"),
            std::string::npos);

  std::filesystem::rename(directory / "out.npz", directory / "first.npz");
  const Preparation first = Corpus::load(directory / "first.npz").preparation();
  const Corpus second = prepared(directory / "first.npz", kExact, {.max_words = 1}, {}, 2);
  const std::vector<std::string> charges = *second.preparation().word_charges;
  ASSERT_EQ(charges.size(), 2u);
  EXPECT_EQ(charges[0], first.word_charges->at(0));
  EXPECT_NE(entry_from_text(charges[1]).run, entry_from_text(charges[0]).run);

  // What was paid is owed after further preparations, and no statement takes it away.
  std::filesystem::rename(directory / "out.npz", directory / "second.npz");
  prepare({directory / "second.npz"}, {}, directory / "plain.npz");
  const Corpus plain = Corpus::load(directory / "plain.npz");
  EXPECT_EQ(word_cut(plain), WordCut::kWithNoise);
  EXPECT_EQ(plain.preparation().word_charges, charges);
  EXPECT_THROW(
      prepare({directory / "plain.npz"}, {.assume_public_vocab = true}, directory / "never.npz"),
      InputError);
}

TEST_F(PrivateVocabularyTest, ATotalIsStatedAtALargerDeltaThanTheVocabularys) {
  const Corpus corpus = prepared(write("a.txt", shared_and_own(1000)), {.private_vocab = true});
  const double delta = private_words({.private_vocab = true}).mechanism().loss.delta;
  ASSERT_GT(delta, 0);
  Observer observer;
  for (const char* recipe : {"hdp", "doc"}) {
    TrainOptions options = options_for(recipe);
    options->topics = 2;
    options->sweeps = 2;
    options->threads = 1;
    test::set(options, "target-epsilon", 30);
    options->delta = delta / 2;
    EXPECT_THROW(train(corpus, options, observer), InputError) << recipe;
    options->delta = 10 * delta;
    EXPECT_NO_THROW(train(corpus, options, observer)) << recipe;
  }
}

TEST_F(PrivateVocabularyTest, TrainingChargesTheVocabularyOnce) {
  const Corpus corpus = prepared(write("a.txt", shared_and_own(1000)), {.private_vocab = true});
  const PrivacyLoss vocabulary = private_words({.private_vocab = true}).mechanism().replaced;
  TrainOptions options = options_for("hdp");
  options->topics = 2;
  options->sweeps = 2;
  test::set(options, "epsilon-noise", 1);
  options->threads = 1;
  Observer observer;
  const auto charges = [](const Ledger& ledger) {
    int count = 0;
    for (const LedgerEntry& entry : ledger.entries())
      count += entry.charge.mechanism.name == "private_words" ? 1 : 0;
    return count;
  };
  const auto total = [](const Ledger& ledger) {
    return ledger.total(Unit::kWord, View::kTopicsAndCounts);
  };
  // Under a ledger that does not know of it, and under the one that does.
  const TrainResult elsewhere = train(corpus, options, observer);
  EXPECT_EQ(charges(elsewhere.ledger), 1);
  EXPECT_FALSE(elsewhere.ledger.exposed());
  EXPECT_EQ(total(elsewhere.ledger).delta, vocabulary.delta);
  EXPECT_GT(total(elsewhere.ledger).rho, vocabulary.rho);
  const TrainResult here = train(corpus, options, observer, Ledger(directory / "out.npz.ledger"));
  EXPECT_EQ(charges(here.ledger), 1);
  EXPECT_EQ(total(here.ledger), total(elsewhere.ledger));
}

TEST_F(PrivateVocabularyTest, AListOverWordsThatWereChosenPrivatelyOwesWhatTheyCost) {
  const Corpus corpus = prepared(write("a.txt", shared_and_own(1000)), {.private_vocab = true});
  // No preparation makes such a corpus any more; files and memory may hold one.
  const Corpus listed = matched_to(corpus, Vocabulary({"yak", "zebra"}, VocabularyOrigin::kPublic));
  Observer observer;
  for (const char* recipe : {"hdp", "doc"}) {
    TrainOptions options = options_for(recipe);
    options->topics = 2;
    options->sweeps = 2;
    test::set(options, "target-epsilon", 30);
    options->delta = 1e-5;
    options->threads = 1;
    const TrainResult result = train(listed, options, observer);
    const std::vector<Charge> standing = result.ledger.standing();
    EXPECT_EQ(std::count_if(
                  standing.begin(), standing.end(),
                  [](const Charge& charge) { return charge.mechanism.name == "private_words"; }),
              1)
        << recipe;
  }
  const std::string list = write("list", "yak\nzebra\n");
  EXPECT_THROW(prepare({directory / "out.npz"}, {.vocab = list}, directory / "never.npz"),
               InputError);
  EXPECT_FALSE(std::filesystem::exists(directory / "never.npz"));
}

}  // namespace
}  // namespace dplda
