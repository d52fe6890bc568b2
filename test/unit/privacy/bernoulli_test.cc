// Levels: every test below draws once with a fixed key; a right implementation fails one at a
// level of 1e-6 with that probability, over all keys.
#include "privacy/bernoulli.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "reference/noise_law.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

TEST(UniformBelowWide, EveryValueIsEquallyLikelyAlsoPast64Bits) {
  const RandomStreams random(key_from_seed(1));
  // 7 parts of a bound that is no power of two: of 2, 64, 65 and 127 bits. The parts of a wide
  // bound differ by at most 1 value in 2^62.
  for (const Wide bound : {Wide{7}, (Wide{1} << 64) - 2, (Wide{1} << 64) + 12345678901234567,
                           (Wide{1} << 64) * 7, (Wide{1} << 127) - 1}) {
    RandomStream stream(random, Purpose::kSynthetic, 0, static_cast<std::uint64_t>(bound >> 90));
    std::array<std::uint64_t, 7> counts{};
    for (int i = 0; i < 100000; ++i) {
      const Wide x = uniform_below_wide(bound, stream);
      ASSERT_LT(x, bound);
      ++counts[static_cast<std::size_t>(x / (bound / 7 + (bound % 7 != 0)))];
    }
    EXPECT_GT(test::chi_square_p_value(counts, std::vector<double>(7, 1.0 / 7)), test::kLevel);
  }
}

TEST(BernoulliExp, SucceedsWithTheExponentialProbability) {
  const RandomStreams random(key_from_seed(2));
  struct Case {
    Wide numerator;
    Wide denominator;
  };
  // 0, 1/1000, 1/2, 1, 3/2, 3, 7.25, and a half in more than 64 bits.
  std::uint64_t row = 0;
  for (const auto& [n, d] : {Case{0, 5}, Case{1, 1000}, Case{1, 2}, Case{1, 1}, Case{3, 2},
                             Case{3, 1}, Case{29, 4}, Case{Wide{1} << 80, Wide{1} << 81}}) {
    RandomStream stream(random, Purpose::kSynthetic, 0, ++row);
    constexpr std::uint64_t kDraws = 1000000;
    std::uint64_t successes = 0;
    for (std::uint64_t i = 0; i < kDraws; ++i) successes += bernoulli_exp(n, d, stream) ? 1 : 0;
    const double p = std::exp(-static_cast<double>(n) / static_cast<double>(d));
    const std::array<std::uint64_t, 2> counts = {successes, kDraws - successes};
    EXPECT_GT(test::chi_square_p_value(counts, std::array{p, 1 - p}), test::kLevel) << p;
    // The test sees an exponent that is 2% off wherever 10^6 draws can show it (about 6 sigma).
    if (n > 0 && p < 0.99 && p > 0.1) {
      const double wrong = std::pow(p, 1.02);
      EXPECT_LT(test::chi_square_p_value(counts, std::array{wrong, 1 - wrong}), test::kLevel) << p;
    }
  }
}

TEST(ExactGeometric, FollowsItsLaw) {
  const RandomStreams random(key_from_seed(3));
  for (const Rational& scale : {Rational{1, 2}, Rational{5, 3}, Rational{20, 1}}) {
    RandomStream stream(random, Purpose::kSynthetic, 0, scale.numerator);
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(40 * scale.value()) + 2);
    for (int i = 0; i < 300000; ++i) {
      ++counts[std::min<std::size_t>(exact_geometric(scale, stream), counts.size() - 1)];
    }
    std::vector<double> law(counts.size());
    for (std::size_t g = 0; g < law.size(); ++g) {
      law[g] = std::exp(-static_cast<double>(g) / scale.value()) * -std::expm1(-1 / scale.value());
    }
    law.back() /= -std::expm1(-1 / scale.value());
    EXPECT_GT(test::chi_square_p_value(counts, law), test::kLevel) << scale.value();
  }
}

// 10^6 draws have a chi-square of about (0.01)^2 10^6 = 100 too much in few bins when the scale is
// 1% off: the level is at 5 standard deviations of such a statistic.
template <class Draw, class Law>
void expect_law(std::uint64_t row, const Draw& draw, const Law& law, double parameter,
                double wrong_parameter) {
  const RandomStreams random(key_from_seed(4));
  RandomStream stream(random, Purpose::kSynthetic, 0, row);
  test::NoiseHistogram histogram;
  for (int i = 0; i < 1000000; ++i) histogram.add(draw(stream));
  EXPECT_GT(histogram.p_value(law(parameter)), test::kLevel) << parameter;
  EXPECT_GT(histogram.coarse_p_value(law(parameter)), test::kLevel) << parameter;
  EXPECT_LT(histogram.coarse_p_value(law(wrong_parameter)), test::kLevel) << parameter;
}

TEST(ExactDiscreteLaplace, FollowsItsLawAndNoOther) {
  for (const Rational& scale : {Rational{1, 4}, Rational{2, 1}, Rational{401, 2}}) {
    expect_law(
        scale.numerator,
        [&](RandomStream& stream) { return exact_discrete_laplace(scale, stream); },
        test::discrete_laplace_law, scale.value(), 1.01 * scale.value());
  }
}

TEST(ExactDiscreteGaussian, FollowsItsLawAndNoOther) {
  for (const Rational& variance : {Rational{1, 4}, Rational{1369, 100}, Rational{1000000, 1}}) {
    expect_law(
        variance.numerator,
        [&](RandomStream& stream) { return exact_discrete_gaussian(variance, stream); },
        test::discrete_gaussian_law, variance.value(), 1.01 * 1.01 * variance.value());
  }
}

TEST(ExactDiscreteGaussian, FitsIn128BitsAtItsLimits) {
  const RandomStreams random(key_from_seed(5));
  for (const Rational& variance :
       {Rational{std::uint64_t{1} << 40, 1}, Rational{(std::uint64_t{1} << 40) - 1, 0xffffffff},
        Rational{1, std::uint64_t{1} << 32}}) {
    RandomStream stream(random, Purpose::kSynthetic, 0, variance.denominator);
    double squares = 0;
    constexpr int kDraws = 2000;
    for (int i = 0; i < kDraws; ++i) {
      const auto x = static_cast<double>(exact_discrete_gaussian(variance, stream));
      squares += x * x;
    }
    // For a large variance the mean square is it, with a relative deviation of sqrt(2 / draws) =
    // 3%; six of them.
    if (variance.value() > 100) {
      EXPECT_NEAR(squares / kDraws / variance.value(), 1, 0.19);
    } else if (variance.value() < 0.001) {
      EXPECT_EQ(squares, 0);
    }
  }
}

}  // namespace
}  // namespace dplda
