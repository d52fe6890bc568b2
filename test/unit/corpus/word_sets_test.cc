#include "corpus/word_sets.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "base/simd.h"

namespace dplda {
namespace {

// Rows whose words have frequencies from never to always.
WordSets random_sets(std::uint32_t words, std::uint64_t documents) {
  WordSets sets(words);
  const RandomStreams random(key_from_seed(5));
  std::vector<std::uint64_t> row(sets.stride());
  for (std::uint64_t m = 0; m < documents; ++m) {
    RandomStream draws(random, Purpose::kSynthetic, 0, m);
    std::fill(row.begin(), row.end(), 0);
    for (std::uint32_t t = 0; t < words; ++t) {
      const bool set = draws.below(words) < t + (t + 1 == words ? 1 : 0);
      row[t / 64] |= static_cast<std::uint64_t>(set) << (t % 64);
    }
    sets.append(row);
  }
  return sets;
}

std::vector<std::uint64_t> counted_one_by_one(const WordSets& sets) {
  std::vector<std::uint64_t> counts(sets.words());
  for (std::uint64_t m = 0; m < sets.documents(); ++m)
    for (std::uint32_t t = 0; t < sets.words(); ++t) counts[t] += sets.has(m, t) ? 1 : 0;
  return counts;
}

TEST(WordSets, FrequenciesEqualCountingOneByOne) {
  // Around the sizes of tiles (512 words), counters (255 rows) and chunks (16320 rows).
  for (const std::uint32_t words : {1U, 63U, 64U, 65U, 512U, 577U, 1000U}) {
    for (const std::uint64_t documents : {0ULL, 1ULL, 255ULL, 256ULL, 1000ULL}) {
      const WordSets sets = random_sets(words, documents);
      ThreadPool pool(1);
      EXPECT_EQ(sets.frequencies(pool), counted_one_by_one(sets)) << words << ' ' << documents;
    }
  }
}

TEST(WordSets, FrequenciesAreTheSameForAnyNumberOfThreads) {
  const WordSets sets = random_sets(70, 40000);
  const auto wanted = counted_one_by_one(sets);
  EXPECT_EQ(wanted.front(), 0);
  EXPECT_EQ(wanted.back(), 40000);
  for (const int threads : {1, 2, 7}) {
    ThreadPool pool(threads);
    EXPECT_EQ(sets.frequencies(pool), wanted) << threads;
  }
}

TEST(WordSets, ACorpusBecomesTheSetsOfItsDocuments) {
  const Corpus corpus(Vocabulary({"a", "b", "c"}, VocabularyOrigin::kPublic), {0, 2, 2, 3},
                      {0, 2, 1}, {5, 1, 1}, {}, "test");
  const WordSets sets = WordSets::from_corpus(corpus);
  ASSERT_EQ(sets.documents(), 3);
  EXPECT_EQ(sets.words(), 3);
  EXPECT_EQ(sets.row(0)[0], 0b101);
  EXPECT_EQ(sets.row(1)[0], 0);
  EXPECT_EQ(sets.row(2)[0], 0b010);
}

TEST(WordSets, RowsCanBeChanged) {
  WordSets sets = random_sets(100, 3);
  const auto before = counted_one_by_one(sets);
  sets.row(1)[1] ^= 1;  // word 64
  const auto after = counted_one_by_one(sets);
  EXPECT_NE(before[64], after[64]);
  EXPECT_EQ(before[63], after[63]);
}

}  // namespace
}  // namespace dplda
