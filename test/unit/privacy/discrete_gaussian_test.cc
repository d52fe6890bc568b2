// Levels: every test below draws once with a fixed key; a right implementation fails one at a
// level of 1e-6 with that probability, over all keys.
#include "privacy/discrete_gaussian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <vector>

#include "base/errors.h"
#include "reference/noise_law.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

// A sigma 1% off makes the statistic of 10^7 draws larger by about 2 (0.01)^2 10^7 = 2000; it has
// at most 8000 degrees of freedom here, a standard deviation of 130.
TEST(DiscreteGaussian, FollowsItsLawAndNoneThatIsOnePercentOff) {
  for (const double sigma : {0.5, 1.0, 3.7, 22.34, 146.8, 1000.0}) {
    const Rational parameter = rational_at_least(sigma * sigma);
    const double variance = parameter.value();
    const test::NoiseHistogram histogram = test::drawn(DiscreteGaussian(parameter), 10000000);
    const auto law = [&](double factor) {
      return test::discrete_gaussian_law(variance * factor * factor);
    };
    EXPECT_GT(histogram.p_value(law(1)), test::kLevel) << sigma;
    EXPECT_GT(histogram.coarse_p_value(law(1)), test::kLevel) << sigma;
    EXPECT_LT(histogram.p_value(law(1.01)), test::kLevel) << sigma;
    EXPECT_LT(histogram.p_value(law(0.99)), test::kLevel) << sigma;
  }
}

TEST(DiscreteGaussian, TheTailBeyondATableFollowsTheSameLaw) {
  for (const int tail_bits : {0, 1, 3}) {
    for (const Rational& variance : {Rational{1, 2}, Rational{1369, 100}, Rational{900, 1}}) {
      const double v = variance.value();
      const test::NoiseHistogram histogram =
          test::drawn(DiscreteGaussian(variance, tail_bits), 300000);
      EXPECT_GT(histogram.p_value(test::discrete_gaussian_law(v)), test::kLevel) << v;
      // 2 (0.05)^2 300,000 = 1500 too much.
      EXPECT_LT(histogram.p_value(test::discrete_gaussian_law(1.1 * v)), test::kLevel) << v;
    }
  }
}

TEST(DiscreteGaussian, VariancesWithoutATableFollowTheLawToo) {
  for (const Rational& variance : {Rational{1, 1024}, Rational{std::uint64_t{1} << 26, 1}}) {
    const test::NoiseHistogram histogram = test::drawn(DiscreteGaussian(variance), 100000);
    const test::NoiseLaw law = test::discrete_gaussian_law(variance.value());
    EXPECT_GT(histogram.coarse_p_value(law), test::kLevel) << variance.value();
  }
}

// The noise of doc at a small epsilon is drawn so.
TEST(DiscreteGaussian, DrawsWithoutATableAreOthersInEveryCellRowAndRelease) {
  const RandomStreams random(key_from_seed(1));
  const DiscreteGaussian noise({std::uint64_t{1} << 30, 1});
  std::set<std::int32_t> values;
  for (const std::uint32_t release : {0U, 1U, 2U}) {
    for (const std::uint64_t row : {0U, 1U, 70000U}) {
      std::vector<std::int32_t> cells(3);
      noise.draw(cells, random, {.purpose = Purpose::kNoise, .sweep = release, .document = row});
      for (const std::int32_t cell : cells) values.insert(std::abs(cell));
    }
  }
  // Two of 27 magnitudes up to 2^15 and more may meet by chance, not many.
  EXPECT_GE(values.size(), 25u);
}

// docs/internals/algorithms.md and the theorem for documents: 21 releases of at most 50 cells a
// document.
TEST(DiscreteGaussian, ClaimsTheKnownEpsilonOfTwentyOneReleases) {
  const auto epsilon = [](double sigma) {
    const Mechanism mechanism = DiscreteGaussian(rational_at_least(sigma * sigma)).mechanism(50);
    return epsilon_at(21 * mechanism.loss, 1e-6);
  };
  EXPECT_NEAR(epsilon(22.34), 8, 0.005);
  EXPECT_NEAR(epsilon(146.8), 1, 0.0005);
}

// At the largest variance the error of a table is far above what rounding up adds.
TEST(DiscreteGaussian, ChargesTheErrorOfItsTable) {
  EXPECT_GE(discrete_gaussian_mechanism({std::uint64_t{1} << 40, 1}, 1).loss.rho,
            0x1p-41 + 0x1p11 * kTableError);
}

TEST(DiscreteGaussian, AReplacedDocumentMovesTwiceAsManyCells) {
  const DiscreteGaussian noise({1247689, 2500});
  const Mechanism mechanism = noise.mechanism(50);
  EXPECT_NEAR(mechanism.loss.rho, 25 / 499.0756, 1e-12);
  EXPECT_GT(mechanism.loss.rho, 25 / 499.0756);
  EXPECT_EQ(mechanism.loss.epsilon, PrivacyLoss::kInfinite);
  EXPECT_EQ(mechanism.loss.delta, 0);
  EXPECT_NEAR(mechanism.replaced.rho, 50 / 499.0756, 1e-12);
  EXPECT_GE(mechanism.replaced.rho, noise.mechanism(100).loss.rho);
}

// The law and its shift by one, summed as far as it matters. The claim is met with equality up to
// the law's granularity, so that the sums' own rounding has to be allowed for: their terms have
// exponents below 2^11 that matter only below 2^6, and are good to 2^-57, and so are the sums.
TEST(DiscreteGaussian, NoRenyiDivergenceOfAShiftedCellIsAboveTheClaim) {
  for (const Rational& variance :
       {Rational{1, 10}, Rational{1, 4}, Rational{1, 1}, Rational{20, 1}, Rational{500, 1}}) {
    const double rho = DiscreteGaussian(variance).mechanism(1).loss.rho;
    const auto v = static_cast<long double>(variance.value());
    for (const long double order : {static_cast<long double>(PrivacyLoss::kLeastOrder), 1.1L, 1.5L,
                                    2.0L, 3.0L, 10.0L, 100.0L}) {
      // Divided by exp(order (order - 1) / (2 v)), the most that is claimed: the sum is then at
      // most the sum of a shifted Gaussian, and no term overflows.
      long double z = 0;
      long double sum = 0;
      for (int x = -1000; x <= 1000; ++x) {
        z += std::exp(-x * x / (2 * v));
        sum += std::exp((-order * x * x - (1 - order) * (x - 1) * (x - 1) - order * (order - 1)) /
                        (2 * v));
      }
      const long double divergence = order / (2 * v) + std::log(sum / z) / (order - 1);
      EXPECT_LE(divergence, rho * order + 0x1p-56L / (order - 1))
          << variance.value() << ' ' << order;
      // For whole orders and wide noise the claim is met.
      if (order >= 2 && v >= 1) {
        EXPECT_GT(divergence, 0.9999999L * order / (2 * v));
      }
    }
  }
}

TEST(DiscreteGaussian, RefusesVariancesOutsideItsLimits) {
  const std::uint64_t large = std::uint64_t{1} << 40;
  for (const Rational& variance :
       {Rational{0, 1}, Rational{1, 0}, Rational{0, 0}, Rational{1, 1025}, Rational{large + 1, 1},
        Rational{large, (std::uint64_t{1} << 32) + 1}, Rational{~std::uint64_t{0}, 1}}) {
    EXPECT_THROW(DiscreteGaussian{variance}, InputError) << to_text(variance);
    EXPECT_THROW(discrete_gaussian_mechanism(variance, 1), InputError) << to_text(variance);
  }
  EXPECT_EQ(DiscreteGaussian({10, 20}).variance(), (Rational{1, 2}));
  EXPECT_NO_THROW(DiscreteGaussian({large, 1}));
}

}  // namespace
}  // namespace dplda
