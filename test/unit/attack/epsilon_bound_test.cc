#include "attack/epsilon_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "attack/binomial_bounds.h"

namespace dplda {
namespace {

// Scores +-1 with the shares of randomized response at epsilon 1.
std::vector<double> responses(double share_high, std::size_t count) {
  std::vector<double> scores(count);
  // Both halves alike.
  for (std::size_t i = 0; i < count; ++i) {
    const double place = static_cast<double>(i % (count / 2)) / (static_cast<double>(count) / 2);
    scores[i] = place < share_high ? 1 : -1;
  }
  return scores;
}

TEST(EpsilonBound, OfRandomizedResponseIsTheFormula) {
  const double high = 1 / (1 + std::exp(-1.0));
  const std::size_t count = 200000;
  const EpsilonBound bound =
      epsilon_lower_bound(responses(high, count), responses(1 - high, count), 0, 0.002);
  EXPECT_EQ(bound.trials, count / 2);
  const double expected = std::log(binomial_lower_bound(bound.hits, count / 2, 0.0005) /
                                   binomial_upper_bound(bound.false_hits, count / 2, 0.0005));
  EXPECT_NEAR(bound.epsilon, expected, 1e-12);
  EXPECT_GT(bound.epsilon, 0.95);
  EXPECT_LT(bound.epsilon, 1);
}

TEST(EpsilonBound, FindsTheDirectionThatTellsMore) {
  // A score of 1 has probability 1/2 and 1/2; a score of -1 0.01 and 0.5; 0 the rest.
  std::vector<double> first(100000);
  std::vector<double> second(100000);
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = i % 100 == 0 ? -1 : i % 2 == 0 ? 1 : 0;
    second[i] = i % 2 == 0 ? -1 : 1;
  }
  const EpsilonBound bound = epsilon_lower_bound(first, second, 0, 0.002);
  EXPECT_TRUE(bound.swapped);
  EXPECT_EQ(bound.threshold, -1);
  EXPECT_EQ(bound.hits, 25000u);
  EXPECT_EQ(bound.false_hits, 500u);
  // ln 50 = 3.91; 500 events are known to 15% at 3.3 deviations.
  EXPECT_GT(bound.epsilon, 3.7);
  EXPECT_LT(bound.epsilon, 3.92);
}

TEST(EpsilonBound, DeltaPaysForRareCertainty) {
  // One run in a thousand gives the data set away; nothing else does.
  std::vector<double> first(100000);
  std::vector<double> second(100000);
  for (std::size_t i = 0; i < first.size(); i += 1000) first[i] = 9;
  EXPECT_GT(epsilon_lower_bound(first, second, 0, 0.002).epsilon, 1);
  EXPECT_EQ(epsilon_lower_bound(first, second, 0.001, 0.002).epsilon, 0);
}

TEST(EpsilonBound, IsNothingWhereScoresTellNothing) {
  const std::vector<double> same(10000, 0.0);
  EXPECT_EQ(epsilon_lower_bound(same, same, 0, 0.002).epsilon, 0);
}

}  // namespace
}  // namespace dplda
