#include "attack/moments_attack.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "attack/charged_noise.h"
#include "attack/likelihood.h"
#include "corpus/corpus.h"
#include "lda/pair_counts.h"
#include "lda/public_metric.h"
#include "privacy/bounded_pairs.h"
#include "privacy/pair_metric.h"
#include "training/soft_counts.h"

namespace dplda {
namespace {

constexpr std::uint32_t kAuditWords = 22;

std::uint32_t rounded(double length) { return static_cast<std::uint32_t>(std::lround(length)); }

std::vector<std::int64_t> totals_of(const TokenSequences& documents, const BoundedPairs& part) {
  std::vector<std::int64_t> totals(documents.vocabulary());
  for (std::uint64_t m = 0; m < documents.documents(); ++m) {
    const auto each = static_cast<std::int64_t>(part.of_word(documents.length(m)));
    for (const std::uint32_t word : documents.document(m)) totals[word] += each;
  }
  return totals;
}

std::vector<std::int64_t> plain_pairs(const TokenSequences& documents, const BoundedPairs& part) {
  ThreadPool pool(1);
  std::vector<std::int64_t> weights;
  for (std::uint64_t m = 0; m < documents.documents(); ++m)
    weights.push_back(static_cast<std::int64_t>(part.of_pair(documents.length(m))));
  const std::vector<std::int64_t> sums = pair_counts(WordLists(documents), weights, pool);
  const std::size_t words = documents.vocabulary();
  std::vector<std::int64_t> cells;
  for (std::size_t i = 0; i < words; ++i)
    for (std::size_t j = i + 1; j < words; ++j) cells.push_back(sums[i * words + j]);
  return cells;
}

Corpus public_corpus(const TokenSequences& documents) {
  std::vector<std::string> names;
  for (std::uint32_t word = 0; word < documents.vocabulary(); ++word)
    names.push_back("w" + std::to_string(word));
  std::vector<std::int32_t> counts(documents.tokens(), 1);
  return Corpus(Vocabulary(std::move(names), VocabularyOrigin::kPublic),
                {documents.offsets().begin(), documents.offsets().end()},
                {documents.words().begin(), documents.words().end()}, std::move(counts), {},
                "documents of the audit");
}

// There are fewer words than directions: all that there are count.
std::vector<std::int64_t> metric_pairs(const TokenSequences& documents, const TokenSequences& text,
                                       std::uint32_t bound) {
  ThreadPool pool(1);
  const std::uint32_t words = documents.vocabulary();
  const PairMetric metric(words,
                          public_metric(public_words(public_corpus(text), words, pool), pool).whole,
                          bound, pool);
  std::vector<std::int64_t> weights;
  for (std::uint64_t m = 0; m < documents.documents(); ++m)
    weights.push_back(metric.of_document(documents.document(m)));
  return metric.triangle(pair_counts(WordLists(documents), weights, pool), pool);
}

// With one topic a word's share is one, whatever the topic's words are, but for the rounding of
// floats: REQUIRES, for exact cells, that the bound over the root of a document's words is not
// whole.
std::vector<std::int64_t> one_topic_table(const TokenSequences& documents, double alpha,
                                          const BoundedPart& part) {
  ThreadPool pool(1);
  SoftWeights weights(1, documents.vocabulary());
  for (std::uint32_t word = 0; word < documents.vocabulary(); ++word) weights.column(word)[0] = 1;
  std::vector<Topic> likely(documents.tokens());
  return bounded_soft_counts(documents, weights, alpha, 1, part, pool, likely);
}

// What is charged for pairs in a metric is the bound and what rounding adds.
std::uint32_t pair_bound_of(const Charge& charge, bool in_metric) {
  constexpr double kWords = PairMetric::kMostWords;
  return rounded(charged_length(charge) - (in_metric ? std::sqrt(kWords * (kWords + 1) / 2) : 0));
}

using WordSet = std::vector<std::uint32_t>;

WordSet words_between(std::uint32_t first, std::uint32_t end) {
  WordSet words(end - first);
  std::iota(words.begin(), words.end(), first);
  return words;
}

// Documents in turn of the first half of the words and of the second, without one each.
std::vector<WordSet> documents_of_two_kinds(std::uint32_t documents) {
  constexpr std::uint32_t kHalf = kAuditWords / 2;
  std::vector<WordSet> all;
  for (std::uint32_t m = 0; m < documents; ++m) {
    const std::uint32_t first = m % 2 * kHalf;
    all.push_back(words_between(first, first + kHalf));
    all.back().erase(all.back().begin() + m / 2 % kHalf);
  }
  return all;
}

TokenSequences sequences_of(const std::vector<WordSet>& documents) {
  std::vector<std::uint64_t> offsets = {0};
  WordSet words;
  for (const WordSet& document : documents) {
    words.insert(words.end(), document.begin(), document.end());
    offsets.push_back(words.size());
  }
  return TokenSequences(std::move(offsets), std::move(words), kAuditWords);
}

DocumentPair with_added(std::vector<WordSet> others, const WordSet& added) {
  const TokenSequences without = sequences_of(others);
  others.push_back(added);
  return {sequences_of(others), without, added};
}

}  // namespace

std::vector<KnownRelease> known_moments(const MomentsOptions& options, const DocumentPair& pair,
                                        const std::optional<TextPair>& texts) {
  const std::vector<Charge> charges = plan_of(options).sweeps(1, 1);
  // With public text documents of any length count in full.
  const auto shortest = texts ? 1 : static_cast<std::uint32_t>(options.shortest);
  const BoundedPairs totals(rounded(charged_length(charges[0])), shortest);
  const BoundedPairs pairs(pair_bound_of(charges[1], texts.has_value()), shortest);
  const BoundedPart table(rounded(charged_length(charges[2])));
  std::vector<KnownRelease> known;
  for (const Charge& charge : charges)
    known.push_back(
        {charge.release, static_cast<std::uint32_t>(known.size()), charged_noise(charge), {}});
  for (const std::size_t s : {0, 1}) {
    const TokenSequences& documents = s == 0 ? pair.with : pair.without;
    known[0].parts[s] = totals_of(documents, totals);
    known[1].parts[s] =
        texts ? metric_pairs(documents, (*texts)[s], pairs.bound()) : plain_pairs(documents, pairs);
    known[2].parts[s] = one_topic_table(documents, options.alpha, table);
  }
  return known;
}

MomentsAttack::MomentsAttack(const MomentsOptions& options, const DocumentPair& pair,
                             const std::optional<TextPair>& texts)
    : known_(known_moments(options, pair, texts)) {}

double MomentsAttack::score(Side side, const Key& key) {
  const RandomStreams random(key);
  double ratio = 0;
  for (const KnownRelease& release : known_) {
    cells_ = release.parts[index_of(side)];
    backend_.release(cells_, cells_.size(), release.noise, release.number, random);
    ratio += cells_ratio(release.noise, cells_, release.parts);
  }
  return ratio;
}

DocumentPair full_document() {
  return with_added({words_between(0, 20), words_between(1, 21)}, words_between(2, 22));
}

TextPair same_text() {
  const TokenSequences text = sequences_of(documents_of_two_kinds(10));
  return {text, text};
}

DocumentPair telling_document() {
  return with_added(std::vector<WordSet>(40, words_between(0, 3)), words_between(0, 5));
}

MomentsOptions moments_audit_options(double sigma, bool public_text) {
  MomentsOptions options;
  options.topics = 1;
  options.sweeps = 1;
  options.sigma = sigma;
  options.inner_sweeps = 1;
  options.threads = 1;
  if (public_text) options.public_text = "public text";
  options.complete();
  return options;
}

}  // namespace dplda
