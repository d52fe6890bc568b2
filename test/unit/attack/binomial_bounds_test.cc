#include "attack/binomial_bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

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

}  // namespace
}  // namespace dplda
