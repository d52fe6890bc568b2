#include "attack/epsilon_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "attack/binomial_bounds.h"

namespace dplda {
namespace {

struct Tabulated {
  std::uint64_t successes;
  std::uint64_t trials;
  double miss;
  double lower;
  double upper;
};

// Quantiles of the beta distribution as SciPy 1.10 gives them, to 12 digits.
constexpr Tabulated kTable[] = {
    {1, 10, 0.025, 0.00252857854446, 0.445016117028},
    {5, 10, 0.025, 0.187086028447, 0.812913971553},
    {8, 20, 0.025, 0.191190060725, 0.639457412693},
    {50, 100, 0.025, 0.398321129503, 0.601678870497},
    {10, 1000, 0.0005, 0.00270757559917, 0.0250634331416},
    {1240, 500000, 0.0005, 0.00225504002505, 0.00272007982129},
    {365530, 500000, 0.0005, 0.728992112695, 0.733120902916},
    {3, 1000000, 0.0005, 1.49703988422e-07, 1.39339470244e-05},
};

// lgamma near 10^7 is good to 1e-9 of the exponent, the bounds to less.
constexpr double kRelative = 1e-9;

TEST(BinomialBounds, EqualTabulatedClopperPearsonBounds) {
  for (const Tabulated& row : kTable) {
    EXPECT_NEAR(binomial_lower_bound(row.successes, row.trials, row.miss) / row.lower, 1, kRelative)
        << row.successes << " of " << row.trials;
    EXPECT_NEAR(binomial_upper_bound(row.successes, row.trials, row.miss) / row.upper, 1, kRelative)
        << row.successes << " of " << row.trials;
  }
}

TEST(BinomialBounds, AreInClosedFormWhereNothingOrEverythingHappened) {
  for (const std::uint64_t trials : {1u, 10u, 1000000u}) {
    EXPECT_EQ(binomial_lower_bound(0, trials, 0.0005), 0);
    EXPECT_EQ(binomial_upper_bound(trials, trials, 0.0005), 1);
    const double root = std::pow(0.0005, 1.0 / static_cast<double>(trials));
    EXPECT_NEAR(binomial_lower_bound(trials, trials, 0.0005) / root, 1, kRelative);
    EXPECT_NEAR(binomial_upper_bound(0, trials, 0.0005), -std::expm1(std::log(root)), 1e-12);
  }
}

TEST(BinomialBounds, IncompleteBetaIsTheBinomialTail) {
  // P(X >= 3) of 5 tosses with p = 0.3, by hand: 0.1323 + 0.02835 + 0.00243.
  EXPECT_NEAR(incomplete_beta(3, 3, 0.3), 0.16308, 1e-14);
  EXPECT_NEAR(incomplete_beta(3, 3, 0.7), 1 - 0.16308, 1e-14);
}

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
