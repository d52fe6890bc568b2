// Levels: every test below draws once with a fixed key; a right implementation fails one at a
// level of 1e-6 with that probability, over all keys.
#include "privacy/discrete_laplace.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"
#include "reference/noise_law.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

// A scale 1% off makes the statistic of 10^7 draws larger by about (0.01)^2 10^7 = 1000; it has at
// most 3200 degrees of freedom here, a standard deviation of 80.
TEST(DiscreteLaplace, FollowsItsLawAndNoneThatIsOnePercentOff) {
  for (const Rational& scale : {Rational{1, 4}, Rational{1, 2}, Rational{1, 1}, Rational{2, 1},
                                Rational{20, 1}, Rational{401, 2}}) {
    const double b = scale.value();
    const test::NoiseHistogram histogram = test::drawn(DiscreteLaplace(scale), 10000000);
    EXPECT_GT(histogram.p_value(test::discrete_laplace_law(b)), test::kLevel) << b;
    EXPECT_GT(histogram.coarse_p_value(test::discrete_laplace_law(b)), test::kLevel) << b;
    EXPECT_LT(histogram.p_value(test::discrete_laplace_law(1.01 * b)), test::kLevel) << b;
    EXPECT_LT(histogram.p_value(test::discrete_laplace_law(0.99 * b)), test::kLevel) << b;
  }
}

TEST(DiscreteLaplace, TheTailBeyondATableFollowsTheSameLaw) {
  for (const int tail_bits : {0, 1, 3}) {
    for (const Rational& scale : {Rational{1, 2}, Rational{2, 1}, Rational{20, 1}}) {
      const double b = scale.value();
      const test::NoiseHistogram histogram = test::drawn(DiscreteLaplace(scale, tail_bits), 500000);
      EXPECT_GT(histogram.p_value(test::discrete_laplace_law(b)), test::kLevel) << b;
      // (0.05)^2 500,000 = 1250 too much.
      EXPECT_LT(histogram.p_value(test::discrete_laplace_law(1.05 * b)), test::kLevel) << b;
    }
  }
}

TEST(DiscreteLaplace, ScalesWithoutATableFollowTheLawToo) {
  for (const Rational& scale : {Rational{1, 1024}, Rational{2000, 1}}) {
    const double b = scale.value();
    const test::NoiseHistogram histogram = test::drawn(DiscreteLaplace(scale), 100000);
    const test::NoiseLaw law = test::discrete_laplace_law(b);
    EXPECT_GT(histogram.coarse_p_value(law), test::kLevel) << b;
  }
}

TEST(DiscreteLaplace, TheLargestScaleIsDrawnWithoutOverflow) {
  const std::uint64_t most = std::uint64_t{1} << 40;
  for (const Rational& scale : {Rational{1 << 20, 1}, Rational{most, (1 << 20) + 1}}) {
    const RandomStreams random(key_from_seed(2));
    std::vector<std::int32_t> row(10000);
    DiscreteLaplace(scale).draw(row, random, {.purpose = Purpose::kNoise});
    double sum = 0;
    for (const std::int32_t x : row) sum += std::abs(x);
    // |X| has mean and deviation b, up to a part in 10^6: 10,000 draws are within 1%; six of them.
    EXPECT_NEAR(sum / 10000 / scale.value(), 1, 0.06);
  }
}

TEST(DiscreteLaplace, ClaimsWhatItsScaleWasChosenForAndNeverLess) {
  for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 4.0, 0.3, 7.7}) {
    const Rational part = rational_at_most(epsilon);
    const Rational scale{2 * part.denominator, part.numerator};
    const Mechanism mechanism = DiscreteLaplace(scale).mechanism(2);
    const double exact =
        2 * static_cast<double>(scale.denominator) / static_cast<double>(scale.numerator);
    EXPECT_NEAR(mechanism.loss.epsilon, epsilon, 1e-9);
    EXPECT_GT(mechanism.loss.epsilon, exact);
    EXPECT_EQ(mechanism.loss.delta, 0);
    EXPECT_EQ(mechanism.replaced, mechanism.loss);
    // rho of two cells of epsilon / 2 each.
    EXPECT_NEAR(mechanism.loss.rho, epsilon * std::tanh(epsilon / 4), 1e-9);
    EXPECT_GT(mechanism.loss.rho, exact * std::tanh(exact / 4));
  }
}

// At the largest scale the error of a table is twice what rounding up adds.
TEST(DiscreteLaplace, ChargesTheErrorOfItsTable) {
  EXPECT_GE(discrete_laplace_mechanism({std::uint64_t{1} << 20, 1}, 1).loss.epsilon,
            0x1p-20 + 2 * kTableError);
}

TEST(DiscreteLaplace, MoreCellsCostMore) {
  const DiscreteLaplace noise({3, 1});
  EXPECT_EQ(noise.mechanism(0).loss, PrivacyLoss{});
  EXPECT_NEAR(noise.mechanism(90).loss.epsilon, 30, 1e-9);
  EXPECT_GT(noise.mechanism(90).loss.epsilon, 30);
}

// The law and its shift by one, summed as far as it matters.
TEST(DiscreteLaplace, NoRenyiDivergenceOfAShiftedCellIsAboveTheClaim) {
  for (const Rational& scale : {Rational{1, 4}, Rational{1, 1}, Rational{4, 1}, Rational{20, 1}}) {
    const PrivacyLoss loss = DiscreteLaplace(scale).mechanism(1).loss;
    const auto b = static_cast<long double>(scale.value());
    const long double z = 1 / std::tanh(1 / (2 * b));  // the sum of all exp(-|x| / b)
    for (const long double order : {static_cast<long double>(PrivacyLoss::kLeastOrder), 1.1L, 1.5L,
                                    2.0L, 3.0L, 10.0L, 100.0L}) {
      long double sum = 0;
      for (int x = -3000; x <= 3000; ++x) {
        sum += std::exp((-order * std::abs(x) - (1 - order) * std::abs(x - 1)) / b) / z;
      }
      const long double divergence = std::log(sum) / (order - 1);
      EXPECT_LE(divergence, loss.rho * order) << scale.value() << ' ' << order;
      EXPECT_LE(divergence, loss.epsilon) << scale.value() << ' ' << order;
      // The claim is not idle: at order 10^2 the divergence is nearly all of epsilon.
      if (order == 100) {
        EXPECT_GT(divergence, 0.8L / b);
      }
    }
  }
}

TEST(DiscreteLaplace, RefusesScalesOutsideItsLimits) {
  const std::uint64_t large = std::uint64_t{1} << 40;
  for (const Rational& scale :
       {Rational{0, 1}, Rational{1, 0}, Rational{0, 0}, Rational{1, 1025}, Rational{1048577, 1},
        Rational{large + 1, large - 1}, Rational{~std::uint64_t{0}, ~std::uint64_t{0} - 1}}) {
    EXPECT_THROW(DiscreteLaplace{scale}, InputError) << to_text(scale);
    EXPECT_THROW(discrete_laplace_mechanism(scale, 1), InputError) << to_text(scale);
  }
  EXPECT_EQ(DiscreteLaplace({10, 20}).scale(), (Rational{1, 2}));
  EXPECT_NO_THROW(DiscreteLaplace({large, large - 1}));
}

}  // namespace
}  // namespace dplda
