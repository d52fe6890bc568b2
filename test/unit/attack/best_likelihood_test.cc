#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attack/shadow_models.h"
#include "base/random.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

// Topics of random word probabilities.
Model random_model(std::uint64_t seed, std::size_t topics, std::uint32_t words) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<float> phi;
  for (std::size_t k = 0; k < topics; ++k) {
    std::vector<double> row(words);
    for (double& x : row) x = std::pow(stream.uniform(), 6) + 1e-4;
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (const double x : row) phi.push_back(static_cast<float>(x / sum));
  }
  return Model({.vocabulary = test::corpus_of({}, words).vocabulary(),
                .phi = phi,
                .prior = {.alpha = std::vector<double>(topics, 0.1), .beta = 0.01},
                .prevalence = {},
                .coherence = {},
                .meta = {}},
               "test model");
}

constexpr double kSinglePrecision = 1e-4;  // relative 1e-7 a word, some hundred words

TEST(BestLikelihood, EqualsTheBestOfAllSharesOfTwoTopics) {
  const Corpus corpus = test::planted_corpus(1, 20, 30, 6);
  const Model model = random_model(2, 2, corpus.words());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    double best = -HUGE_VAL;
    for (int i = 0; i <= 10000; ++i) {
      const double share = i / 10000.0;
      double sum = 0;
      for (std::size_t j = 0; j < bag.words.size(); ++j) {
        const auto word = static_cast<std::size_t>(bag.words[j]);
        sum += bag.counts[j] *
               std::log(share * model.topic(0)[word] + (1 - share) * model.topic(1)[word]);
      }
      best = std::max(best, sum);
    }
    // The grid misses a maximum inside by far less than the gap: 30 tokens, steps of 1e-4.
    EXPECT_NEAR(BestLikelihood(model, 1e-3)(bag), best, 1e-3 + kSinglePrecision) << m;
    EXPECT_NEAR(best_log_likelihood(model, bag), best, BestLikelihood::kGap + kSinglePrecision);
  }
}

TEST(BestLikelihood, NeverDecreasesAndReachesWhatSmallStepsReach) {
  const Corpus corpus = test::planted_corpus(3, 20, 60, 20);
  const Model model = random_model(4, 25, corpus.words());
  BestLikelihood likelihood(model);
  BestLikelihood patient(model, 1e-3);
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    std::vector<double> trace;
    const double reached = likelihood(corpus.document(m), &trace);
    ASSERT_FALSE(trace.empty());
    EXPECT_TRUE(std::is_sorted(trace.begin(), trace.end()));
    EXPECT_EQ(trace.back(), reached);
    const double best = patient(corpus.document(m));
    EXPECT_LE(reached, best + kSinglePrecision);
    EXPECT_GE(reached, best - BestLikelihood::kGap - kSinglePrecision);
  }
}

TEST(BestLikelihood, OfTopicsWithoutCommonWordsIsThatOfTheirShares) {
  // Two topics of two words each: the best shares are those of the tokens.
  const Corpus corpus = test::corpus_of({{0, 0, 1, 2}, {}}, 4);
  const Model model({.vocabulary = corpus.vocabulary(),
                     .phi = {0.75F, 0.25F, 0, 0, 0, 0, 0.5F, 0.5F},
                     .prior = {.alpha = {0.1, 0.1}, .beta = 0.01},
                     .prevalence = {},
                     .coherence = {},
                     .meta = {}},
                    "test model");
  const double expected =
      3 * std::log(0.75) + std::log(0.25) + 2 * std::log(0.75) + std::log(0.25) + std::log(0.5);
  EXPECT_NEAR(BestLikelihood(model, 1e-4)(corpus.document(0)), expected, 2e-4);
  EXPECT_EQ(best_log_likelihood(model, corpus.document(1)), 0);
}

}  // namespace
}  // namespace dplda
