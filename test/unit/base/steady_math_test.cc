#include "base/steady_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dplda {
namespace {

// The C library is right to the last bit or two: what differs is ours.
TEST(SteadyMath, AgreesWithTheCLibrary) {
  for (double x = -690; x <= 690; x += 0.37)
    EXPECT_NEAR(steady_exp(x) / std::exp(x), 1, 2e-13) << x;
  EXPECT_EQ(steady_exp(0), 1);
  EXPECT_EQ(steady_exp(-800), 0);
  for (double x = 1e-300; x < 1e300; x *= 3.7)
    EXPECT_NEAR(steady_log(x), std::log(x), 1e-13 * std::max(1.0, std::abs(std::log(x)))) << x;
  for (double x = 0.5; x < 2; x += 0.001) EXPECT_NEAR(steady_log(x), std::log(x), 1e-15) << x;
}

TEST(SteadyMath, TheNormalRatioIsThatOfDistributionAndDensity) {
  for (double t = -35; t <= 35; t += 0.01) {
    const long double distribution =
        0.5L * std::erfc(-static_cast<long double>(t) / std::sqrt(2.0L));
    const long double exact =
        std::log(distribution) + static_cast<long double>(t) * t / 2 + 0.918938533204672741780L;
    EXPECT_NEAR(log_normal_ratio(t), static_cast<double>(exact),
                1e-12 * std::max(1.0, std::abs(static_cast<double>(exact))))
        << t;
  }
  // Far below, Phi / phi is 1 / (z + 1 / z - ...).
  for (const double z : {1e3, 1e5, 1e8})
    EXPECT_NEAR(log_normal_ratio(-z), -std::log(z + 1 / z), 1e-11) << z;
}

}  // namespace
}  // namespace dplda
