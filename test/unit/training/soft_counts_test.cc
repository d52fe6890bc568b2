#include "training/soft_counts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/simd.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

constexpr std::uint32_t kBound = 1000;

TokenSequences documents_of(const std::vector<std::vector<std::uint32_t>>& documents,
                            std::uint32_t words) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> all;
  for (const auto& document : documents) {
    all.insert(all.end(), document.begin(), document.end());
    offsets.push_back(all.size());
  }
  return {offsets, all, words};
}

// Random documents of distinct words, some empty, some of one word, some of all.
TokenSequences random_documents(std::uint64_t seed, std::uint32_t words, std::size_t count) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<std::vector<std::uint32_t>> documents(count);
  for (std::size_t m = 0; m < count; ++m) {
    const std::uint64_t odds = 1 + m % 7;
    for (std::uint32_t word = 0; word < words; ++word) {
      if (m % 11 != 0 && stream.below(odds) == 0) documents[m].push_back(word);
    }
  }
  documents.push_back({3});
  return documents_of(documents, words);
}

SoftWeights random_weights(std::uint64_t seed, std::size_t topics, std::uint32_t words) {
  SoftWeights weights(topics, words);
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic, 1);
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::size_t k = 0; k < topics; ++k)
      weights.column(word)[k] = static_cast<float>(std::exp(-12 * stream.uniform()));
  }
  return weights;
}

// The shares as the definition has them, in doubles.
std::vector<std::vector<double>> naive_shares(const SoftWeights& weights,
                                              std::span<const std::uint32_t> words, double alpha,
                                              int sweeps) {
  const std::size_t topics = weights.topics;
  std::vector<std::vector<double>> q(
      words.size(), std::vector<double>(topics, 1.0 / static_cast<double>(topics)));
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t j = 0; j < words.size(); ++j) {
      std::vector<double> next(topics);
      double sum = 0;
      for (std::size_t k = 0; k < topics; ++k) {
        double others = 0;
        for (std::size_t i = 0; i < words.size(); ++i) others += i == j ? 0 : q[i][k];
        next[k] =
            static_cast<double>(weights.columns[words[j] * weights.stride + k]) * (others + alpha);
        sum += next[k];
      }
      for (std::size_t k = 0; k < topics; ++k) q[j][k] = next[k] / sum;
    }
  }
  return q;
}

TEST(SoftCounts, SharesAreThoseOfTheDefinition) {
  for (const std::size_t topics : {1, 2, 7, 8, 9, 30}) {
    const SoftWeights weights = random_weights(4, topics, 20);
    const TokenSequences documents = random_documents(5, 20, 30);
    SoftScratch scratch;
    for (std::uint64_t m = 0; m < documents.documents(); ++m) {
      const std::span<const std::uint32_t> words = documents.document(m);
      soft_document(weights, words, 0.1F, 6, scratch);
      const auto expected = naive_shares(weights, words, 0.1, 6);
      for (std::size_t j = 0; j < words.size(); ++j) {
        for (std::size_t k = 0; k < topics; ++k) {
          // Floats hold 6e-8 of their size; 6 sweeps over up to 20 words multiply that.
          EXPECT_NEAR(static_cast<double>(scratch.shares[j * weights.stride + k]), expected[j][k],
                      2e-4);
        }
      }
    }
  }
}

// The bound on which the proof rests, for every document by itself.
TEST(SoftCounts, NoDocumentAddsMoreThanTheBoundInSquares) {
  ThreadPool pool(1);
  const TokenSequences documents = random_documents(8, 50, 300);
  for (const std::size_t topics : {1, 3, 30}) {
    const SoftWeights weights = random_weights(9, topics, 50);
    for (std::uint64_t m = 0; m < documents.documents(); ++m) {
      const auto words = documents.document(m);
      const TokenSequences alone = documents_of({{words.begin(), words.end()}}, 50);
      std::vector<Topic> likely(words.size());
      std::uint64_t squares = 0;
      for (const std::int64_t cell :
           bounded_soft_counts(alone, weights, 0.1, 10, BoundedPart(kBound), pool, likely)) {
        EXPECT_GE(cell, 0);
        squares += static_cast<std::uint64_t>(cell * cell);
      }
      EXPECT_LE(squares, kBound * kBound);
      std::uint64_t totals = 0;
      for (const std::int64_t cell : bounded_word_totals(alone, BoundedPart(kBound)))
        totals += static_cast<std::uint64_t>(cell * cell);
      EXPECT_LE(totals, kBound * kBound);
      if (!words.empty()) {
        // Rounding down loses less than 1 a cell of length at most sqrt(cells).
        EXPECT_GT(std::sqrt(static_cast<double>(squares)),
                  kBound - 1 - std::sqrt(static_cast<double>(words.size() * topics)));
      }
    }
  }
}

// What a document adds depends on nobody else: the table is the sum of the documents' own.
TEST(SoftCounts, TheTableIsTheSumOfWhatEachDocumentAddsByItself) {
  ThreadPool pool(3);
  const TokenSequences documents = random_documents(2, 30, 120);
  const SoftWeights weights = random_weights(3, 6, 30);
  std::vector<Topic> likely(documents.tokens());
  const std::vector<std::int64_t> all =
      bounded_soft_counts(documents, weights, 0.1, 5, BoundedPart(kBound), pool, likely);
  std::vector<std::int64_t> sum(all.size());
  for (std::uint64_t m = 0; m < documents.documents(); ++m) {
    const auto words = documents.document(m);
    const TokenSequences alone = documents_of({{words.begin(), words.end()}}, 30);
    std::vector<Topic> own(words.size());
    const auto part = bounded_soft_counts(alone, weights, 0.1, 5, BoundedPart(kBound), pool, own);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
  }
  EXPECT_EQ(all, sum);
}

TEST(SoftCounts, AreTheSameForAnyNumberOfThreadsAndInstructionSet) {
  const TokenSequences documents = random_documents(6, 40, 400);
  const SoftWeights weights = random_weights(7, 13, 40);
  const auto counts = [&](int threads) {
    ThreadPool pool(threads);
    std::vector<Topic> likely(documents.tokens());
    return bounded_soft_counts(documents, weights, 0.05, 10, BoundedPart(kBound), pool, likely);
  };
  const std::vector<std::int64_t> expected = counts(1);
  EXPECT_EQ(counts(3), expected);
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    EXPECT_EQ(counts(1), expected) << set;
  }
  use_instruction_set("best");
}

}  // namespace
}  // namespace dplda
