#include "privacy/clipped_draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/errors.h"
#include "base/simd.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

TEST(ClippedDraw, WeightsAreTheClippedCountsOverOneDenominator) {
  const ClippedDraw draw(73.7, 0.5, 2);
  EXPECT_EQ(draw.denominator(), 10);
  EXPECT_EQ(draw.smallest(), 5u);
  EXPECT_EQ(draw.largest(), 742u);
  EXPECT_EQ(draw.weight(-100), 5u);
  EXPECT_EQ(draw.weight(2), 5u);
  EXPECT_EQ(draw.weight(3), 15u);
  EXPECT_EQ(draw.weight(75), 735u);
  EXPECT_EQ(draw.weight(76), 742u);
}

// Nothing that could be released leads out of the bounds that are charged.
TEST(ClippedDraw, NoReleaseLeadsOutOfTheBoundsThatAreCharged) {
  for (const double clip : {0.01, 0.3, 1.0, 73.7, 5000.0}) {
    for (const double beta : {0.01, 1.0 / 3, 1.0, 70.0}) {
      for (const double shrink : {0.0, 0.4, 4.0}) {
        const ClippedDraw draw(clip, beta, shrink);
        for (const std::int32_t released :
             {std::numeric_limits<std::int32_t>::min(), -5, -1, 0, 1, 2, 70, 80, 100000,
              std::numeric_limits<std::int32_t>::max()}) {
          EXPECT_GE(draw.weight(released), draw.smallest());
          EXPECT_LE(draw.weight(released), draw.largest());
        }
        EXPECT_GE(draw.smallest(), 1u);
        // Rounded towards privacy: the charge is no more than the formula's.
        EXPECT_LE(draw.mechanism().loss.epsilon, 2 * std::log1p(clip / beta) * (1 + 1e-12));
        EXPECT_GE(draw.mechanism().loss.epsilon, 2 * std::log1p(clip / beta) * 0.99);
      }
    }
  }
}

// Denominators and shrinkages up to the largest that are taken, counts around every bend.
TEST(ClippedDraw, WeightsOfManyEqualThoseOfEachOnEveryInstructionSet) {
  struct Parameters {
    double clip, beta, shrink;
  };
  for (const auto& [clip, beta, shrink] :
       {Parameters{73.7, 0.5, 2}, Parameters{100, 0.1, 2.5}, Parameters{1000, 1e-6, 0.3},
        Parameters{1e9, 1, 1e9}, Parameters{0.9, 1e-6, 1e9}, Parameters{1e-6, 1e-6, 0x1p29},
        Parameters{0.003, 0.7, 0}}) {
    const ClippedDraw draw(clip, beta, shrink);
    std::vector<std::int32_t> released;
    for (const double bend : {-0x1p31, 0.0, shrink, shrink + clip, 0x1p31 - 1}) {
      for (double off = -20; off <= 20; ++off)
        released.push_back(static_cast<std::int32_t>(std::clamp(bend + off, -0x1p31, 0x1p31 - 1)));
    }
    std::vector<std::uint32_t> expected;
    for (const std::int32_t count : released) expected.push_back(draw.weight(count));
    expected.resize(released.size() + 3);
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      std::vector<std::uint32_t> weights(expected.size(), 9);
      draw.weights(released, weights);
      EXPECT_EQ(weights, expected) << set << ' ' << clip << ' ' << beta << ' ' << shrink;
    }
    use_instruction_set("best");
  }
}

TEST(ClippedDraw, ChargesTheRangeOfTheIntegersInUse) {
  const Mechanism mechanism = ClippedDraw(73.7, 0.5, 0).mechanism();
  const double h = 2 * std::log(742.0 / 5);
  EXPECT_GE(mechanism.loss.epsilon, h);
  EXPECT_LE(mechanism.loss.epsilon, h * (1 + 1e-9));
  EXPECT_GE(mechanism.loss.rho, h * h / 8);
  EXPECT_LE(mechanism.loss.rho, h * h / 8 * (1 + 1e-9));
}

// The worst pair of weight vectors for two topics, by all orders: never above the charged rho.
TEST(ClippedDraw, TheChargedRhoHoldsForEveryPairOfBoundedWeights) {
  for (const double h : {0.1, 1.0, 3.0, 10.0}) {
    // Log-ratio of the two probabilities: one topic gains, the other loses, the range is h.
    for (int i = 1; i < 200; ++i) {
      const double p = i / 200.0;  // first topic, first word
      const double up = std::exp(h / 2);
      const double q = p / up / (p / up + (1 - p) * up);  // same topic, other word
      for (const double order : {1.001, 1.1, 2.0, 5.0, 20.0}) {
        const double divergence = std::log(std::pow(p, order) * std::pow(q, 1 - order) +
                                           std::pow(1 - p, order) * std::pow(1 - q, 1 - order)) /
                                  (order - 1);
        EXPECT_LE(divergence, order * h * h / 8 * (1 + 1e-9)) << h << " " << p << " " << order;
      }
    }
  }
}

TEST(ClippedDraw, RefusesWhatIsNoClipOrBeta) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, infinite}) {
    EXPECT_THROW(ClippedDraw(bad, 1, 0), InputError) << bad;
    EXPECT_THROW(ClippedDraw(1, bad, 0), InputError) << bad;
    if (bad != 0) {
      EXPECT_THROW(ClippedDraw(1, 1, bad), InputError) << bad;
    }
  }
  EXPECT_THROW(ClippedDraw(1e9, 1e-9, 0), InputError);
  EXPECT_THROW(ClippedDraw::mechanism(0, 3), InputError);
  EXPECT_THROW(ClippedDraw::mechanism(4, 3), InputError);
}

// Topic k with probability w_k f_k / sum: chi-square over 200,000 draws, significance 1e-6.
TEST(ClippedDraw, DrawsInProportionToWeightsTimesFactors) {
  const std::vector<std::uint32_t> weights = {3, 1, 7, 2};
  const std::vector<std::uint64_t> factors = {5, 11, 1, 4};
  const RandomStreams random(key_from_seed(5));
  constexpr int kDraws = 200000;
  std::vector<std::uint64_t> observed(4);
  for (int i = 0; i < kDraws; ++i) {
    ++observed[ClippedDraw::draw(
        weights, factors, random,
        {.purpose = Purpose::kTopic, .document = static_cast<std::uint64_t>(i)})];
  }
  const std::vector<double> law = {15.0 / 41, 11.0 / 41, 7.0 / 41, 8.0 / 41};
  EXPECT_GT(test::chi_square_p_value(observed, law), 1e-6);
}

}  // namespace
}  // namespace dplda
