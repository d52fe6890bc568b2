#include "collect/reconstruction.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/simd.h"

namespace dplda {
namespace {

WordSets random_sets(std::uint64_t documents, std::uint32_t words, std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  WordSets sets(words);
  std::vector<std::uint64_t> row(sets.stride());
  for (std::uint64_t m = 0; m < documents; ++m) {
    RandomStream coins(random, Purpose::kSynthetic, 0, m);
    std::fill(row.begin(), row.end(), 0);
    for (std::uint32_t t = 0; t < words; ++t) {
      if (coins.below(words) < t) row[t / 64] |= std::uint64_t{1} << (t % 64);
    }
    sets.append(row);
  }
  return sets;
}

std::vector<double> estimates_for(std::uint32_t words, double documents) {
  std::vector<double> estimates(words);
  for (std::uint32_t t = 0; t < words; ++t)
    estimates[t] = documents * (1.2 * (t * 7 % words) / words - 0.1);
  return estimates;
}

// Word by word, candidates in a list.
void plainly(WordSets& sets, std::span<const double> estimates, const RandomStreams& random) {
  for (std::uint32_t t = 0; t < sets.words(); ++t) {
    RandomStream coins(random, Purpose::kReconstruction, 0, t);
    const double clamped = std::min(std::max(estimates[t], 0.0), double(sets.documents()));
    const double whole = std::floor(clamped);
    const std::uint64_t target =
        static_cast<std::uint64_t>(whole) + (coins.uniform() < clamped - whole ? 1 : 0);
    std::uint64_t present = 0;
    for (std::uint64_t m = 0; m < sets.documents(); ++m) present += sets.has(m, t) ? 1 : 0;
    const bool fill = target > present;
    std::vector<std::uint64_t> candidates;
    for (std::uint64_t m = 0; m < sets.documents(); ++m) {
      if (sets.has(m, t) != fill) candidates.push_back(m);
    }
    std::uint64_t needed = fill ? target - present : present - target;
    for (std::size_t i = 0; i < candidates.size() && needed > 0; ++i) {
      if (coins.below(candidates.size() - i) >= needed) continue;
      sets.row(candidates[i])[t / 64] ^= std::uint64_t{1} << (t % 64);
      --needed;
    }
  }
}

bool equal(const WordSets& a, const WordSets& b) {
  for (std::uint64_t m = 0; m < a.documents(); ++m) {
    if (!std::equal(a.row(m).begin(), a.row(m).end(), b.row(m).begin())) return false;
  }
  return a.documents() == b.documents();
}

TEST(Reconstruction, EqualsThePlainOneForAnyNumberOfThreadsAndInstructionSet) {
  for (const std::uint32_t words : {1U, 63U, 64U, 65U, 200U}) {
    const RandomStreams random(key_from_seed(words));
    const std::vector<double> estimates = estimates_for(words, 300);
    WordSets expected = random_sets(300, words, 1);
    plainly(expected, estimates, random);
    for (const int threads : {1, 3}) {
      for (const std::string& set : instruction_sets()) {
        use_instruction_set(set);
        ThreadPool pool(threads);
        WordSets sets = random_sets(300, words, 1);
        reconstruct(sets, estimates, random, pool);
        EXPECT_TRUE(equal(sets, expected)) << words << " " << threads << " " << set;
      }
    }
    use_instruction_set("best");
  }
}

TEST(Reconstruction, LeavesEveryWordItsEstimateRoundedToANeighbour) {
  const std::uint32_t words = 130;
  const std::vector<double> estimates = estimates_for(words, 500);
  ThreadPool pool(2);
  WordSets sets = random_sets(500, words, 2);
  reconstruct(sets, estimates, RandomStreams(key_from_seed(3)), pool);
  const std::vector<std::uint64_t> frequencies = sets.frequencies(pool);
  for (std::uint32_t t = 0; t < words; ++t) {
    const double clamped = std::min(std::max(estimates[t], 0.0), 500.0);
    EXPECT_LT(std::abs(static_cast<double>(frequencies[t]) - clamped), 1) << t;
  }
}

// 4000 roundings of 10.3: their mean has a standard error of sqrt(.3 * .7 / 4000) = .0072.
TEST(Reconstruction, RoundsWithoutBias) {
  ThreadPool pool(1);
  double sum = 0;
  for (std::uint64_t round = 0; round < 4000; ++round) {
    WordSets sets(1);
    const std::uint64_t bit = 1;
    for (int m = 0; m < 20; ++m) sets.append({&bit, 1});
    reconstruct(sets, std::vector<double>{10.3}, RandomStreams(key_from_seed(round)), pool);
    sum += static_cast<double>(sets.frequencies(pool)[0]);
  }
  EXPECT_NEAR(sum / 4000, 10.3, 5 * 0.0073);
}

// 3 of 8 bits stay: each of them in 3/8 of 8000 rounds, with a standard error of .0054.
TEST(Reconstruction, ChoosesBitsUniformly) {
  ThreadPool pool(1);
  std::vector<double> kept(8);
  for (std::uint64_t round = 0; round < 8000; ++round) {
    WordSets sets(1);
    const std::uint64_t bit = 1;
    for (int m = 0; m < 8; ++m) sets.append({&bit, 1});
    reconstruct(sets, std::vector<double>{3}, RandomStreams(key_from_seed(round)), pool);
    for (std::uint64_t m = 0; m < 8; ++m) kept[m] += sets.has(m, 0) ? 1 : 0;
  }
  for (const double count : kept) EXPECT_NEAR(count / 8000, 3.0 / 8, 5 * 0.0054);
}

TEST(Reconstruction, EveryBitIsOneToken) {
  const WordSets sets = random_sets(50, 70, 4);
  std::vector<std::string> words;
  for (int t = 0; t < 70; ++t) words.push_back("w" + std::to_string(t));
  const Corpus corpus = corpus_of(sets, Vocabulary(words, VocabularyOrigin::kPublic), {});
  ASSERT_EQ(corpus.documents(), 50U);
  for (std::uint64_t m = 0; m < 50; ++m) {
    std::size_t found = 0;
    for (const std::int32_t word : corpus.document(m).words)
      found += sets.has(m, static_cast<std::uint32_t>(word)) ? 1 : 0;
    std::size_t bits = 0;
    for (std::uint32_t t = 0; t < 70; ++t) bits += sets.has(m, t) ? 1 : 0;
    EXPECT_EQ(found, bits);
    EXPECT_EQ(corpus.document(m).tokens(), bits);
  }
}

}  // namespace
}  // namespace dplda
