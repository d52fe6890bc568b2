#include "attack/shadow_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

TEST(ShadowMembers, AreFairCoinsThatAnyoneCanRepeat) {
  constexpr std::uint64_t kDocuments = 10001;
  constexpr std::uint64_t kModels = 40;
  std::uint64_t members = 0;
  std::uint64_t agreements = 0;
  for (std::uint64_t i = 0; i < kModels; ++i) {
    const auto one = shadow_memberships(kDocuments, i, 7);
    const auto next = shadow_memberships(kDocuments, i + 1, 7);
    EXPECT_EQ(one, shadow_memberships(kDocuments, i, 7));
    EXPECT_NE(one, shadow_memberships(kDocuments, i, 8));
    members += std::accumulate(one.begin(), one.end(), std::uint64_t{0});
    for (std::uint64_t m = 0; m < kDocuments; ++m) agreements += one[m] == next[m] ? 1 : 0;
  }
  // Five standard deviations of a share of fair coins: 5 / (2 sqrt(n)).
  const double coins = double{kModels} * double{kDocuments};
  const double tolerance = 2.5 / std::sqrt(coins);
  EXPECT_NEAR(static_cast<double>(members) / coins, 0.5, tolerance);
  EXPECT_NEAR(static_cast<double>(agreements) / coins, 0.5, tolerance);
}

TEST(ShadowMembers, ListTheMemberships) {
  const auto memberships = shadow_memberships(100, 3, 1);
  std::vector<std::uint8_t> again(100);
  for (const std::uint64_t m : shadow_members(100, 3, 1)) again[m] = 1;
  EXPECT_EQ(again, memberships);
  // More documents leave the coins of the others as they are.
  const auto more = shadow_memberships(200, 3, 1);
  EXPECT_TRUE(std::equal(memberships.begin(), memberships.end(), more.begin()));
}

// Topics of random word probabilities.
Model random_model(std::uint64_t seed, std::size_t topics, std::uint32_t words) {
  const Streams streams(key_from_seed(seed));
  Stream stream(streams, Purpose::kSynthetic);
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

TEST(ShadowStatistics, AreOfEveryDocumentAndRepeatable) {
  const Corpus corpus = test::planted_corpus(5, 40, 20, 3);
  TrainOptions options = options_for("cgs");
  options->topics = 4;
  options->sweeps = 10;
  const auto one = shadow_statistics(corpus, options, 2, 9);
  EXPECT_EQ(one.size(), corpus.documents());
  options->threads = 3;
  EXPECT_EQ(shadow_statistics(corpus, options, 2, 9), one);
  EXPECT_NE(shadow_statistics(corpus, options, 3, 9), one);
  EXPECT_TRUE(shadow_statistics(corpus, options, 2, 9, [] { return true; }).empty());
}

// The attacker does not know the noise: no two models may have the same.
TEST(ShadowStatistics, NoTwoModelsShareTheirCoins) {
  TrainOptions options = options_for("doc");
  options->seed = 5;
  options->key_file = "k";
  const TrainOptions one = shadow_options(options, 1, 9);
  EXPECT_EQ(one->key_file, "");
  EXPECT_EQ(one->threads, 1);
  EXPECT_EQ(*one->seed, *shadow_options(options, 1, 9)->seed);
  EXPECT_NE(*one->seed, *shadow_options(options, 2, 9)->seed);
  EXPECT_NE(*one->seed, *shadow_options(options, 1, 10)->seed);
  EXPECT_NE(*one->seed, *options->seed);
}

}  // namespace
}  // namespace dplda
