#include "lda/pair_counts.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace dplda {
namespace {

// Documents of random words over `vocabulary`, in no order.
TokenSequences scattered(std::uint64_t documents, std::uint32_t vocabulary) {
  const RandomStreams random(Key{});
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  for (std::uint64_t m = 0; m < documents; ++m) {
    RandomStream coins(random, Purpose::kSynthetic, 0, m);
    for (std::uint32_t word = vocabulary; word-- > 0;)
      if (coins.below(vocabulary) < m) words.push_back(word);
    offsets.push_back(words.size());
  }
  return {offsets, words, vocabulary};
}

TEST(PairCounts, AreTheWeightsOfTheDocumentsThatHaveBothWords) {
  constexpr std::uint32_t kVocabulary = 70;
  const TokenSequences documents = scattered(30, kVocabulary);
  std::vector<std::int64_t> weights(documents.documents());
  for (std::size_t m = 0; m < weights.size(); ++m) weights[m] = static_cast<std::int64_t>(m * m);
  std::vector<std::int64_t> expected(kVocabulary * kVocabulary);
  for (std::uint64_t m = 0; m < documents.documents(); ++m)
    for (const std::uint32_t i : documents.document(m))
      for (const std::uint32_t j : documents.document(m))
        if (i < j) expected[i * kVocabulary + j] += weights[m];
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pair_counts(WordLists(documents), weights, pool), expected);
  }
}

}  // namespace
}  // namespace dplda
