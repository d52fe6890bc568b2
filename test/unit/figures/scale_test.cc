#include "figures/scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/random.h"
#include "reference/not_finite.h"

namespace dplda {
namespace {

using test::kInfinity;
using test::kNan;

Scale scale(std::vector<double> values, bool logarithmic) {
  return Scale({.label = "", .logarithmic = logarithmic}, values);
}

void expect_good_ticks(const Scale& axis, int count) {
  const std::vector<Tick> ticks = axis.ticks(count);
  EXPECT_GE(ticks.size(), 1u) << axis.least() << " to " << axis.most();
  EXPECT_LE(ticks.size(), static_cast<std::size_t>(count));
  std::set<std::string> labels;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    EXPECT_TRUE(axis.contains(ticks[i].value)) << ticks[i].label;
    EXPECT_TRUE(labels.insert(ticks[i].label).second) << ticks[i].label;
    if (i > 0) {
      EXPECT_LT(ticks[i - 1].value, ticks[i].value);
    }
  }
}

TEST(Scale, EveryTickLiesWithinTheAxisAndNoLabelComesTwice) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  const auto unit = [&] { return static_cast<double>(stream.below(1u << 20)) / (1u << 20); };
  for (int round = 0; round < 3000; ++round) {
    const double size = std::pow(10, 40 * unit() - 20);
    const double low = size * (2 * unit() - 1), high = low + size * std::pow(10, -5 * unit());
    for (const int count : {2, 3, 6, 8}) {
      SCOPED_TRACE(testing::Message() << low << " to " << high << ", " << count);
      expect_good_ticks(scale({low, high}, false), count);
      expect_good_ticks(scale({std::abs(low), std::abs(low) + size}, true), count);
      expect_good_ticks(scale({std::pow(10, -200 * unit()), std::pow(10, 200 * unit())}, true),
                        count);
    }
  }
}

TEST(Scale, LinearTicksAreOneTwoOrFiveTimesAPowerOfTenApart) {
  for (double most = 1; most < 1000; most *= 1.07) {
    const std::vector<Tick> ticks = scale({0, most}, false).ticks(6);
    ASSERT_GE(ticks.size(), 3u) << most;  // a finer step would have had more than 6
    const double step = ticks[1].value - ticks[0].value;
    const double mantissa = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
    EXPECT_TRUE(std::abs(mantissa - 1) < 1e-9 || std::abs(mantissa - 2) < 1e-9 ||
                std::abs(mantissa - 5) < 1e-9)
        << mantissa;
  }
}

TEST(Scale, AValueLandsWhereTheAxisSays) {
  const Scale linear({.label = "", .logarithmic = false, .least = 10.0, .most = 30.0}, {});
  EXPECT_EQ(linear.fraction(10), 0);
  EXPECT_EQ(linear.fraction(15), 0.25);
  EXPECT_EQ(linear.fraction(30), 1);
  const Scale decades({.label = "", .logarithmic = true, .least = 0.01, .most = 100.0}, {});
  // steady_log is good to 1e-13.
  EXPECT_NEAR(decades.fraction(0.1), 0.25, 1e-12);
  EXPECT_NEAR(decades.fraction(1), 0.5, 1e-12);
  EXPECT_NEAR(decades.fraction(100), 1, 1e-12);
}

TEST(Scale, CoversItsValuesAndLeavesOutWhatCannotBeShown) {
  const Scale linear = scale({3, -kInfinity, 7, kNan, kInfinity}, false);
  EXPECT_LT(linear.least(), 3);
  EXPECT_GT(linear.least(), 2);
  EXPECT_GT(linear.most(), 7);
  EXPECT_LT(linear.most(), 8);
  const Scale decades = scale({-5, 0, 1e-320, 2, 200}, true);
  EXPECT_GT(decades.least(), 1);
  EXPECT_TRUE(decades.contains(2));
  EXPECT_FALSE(decades.can_show(0));
  EXPECT_LT(decades.fraction(-1), 0);
  EXPECT_GT(decades.fraction(kInfinity), 1);
}

TEST(Scale, ValuesOfOneSignDoNotMakeItCrossZero) {
  EXPECT_EQ(scale({0, 1}, false).least(), 0);
  EXPECT_EQ(scale({0.01, 1}, false).least(), 0);
  EXPECT_EQ(scale({-1, 0}, false).most(), 0);
  EXPECT_LT(scale({-0.01, 1}, false).least(), -0.01);
}

TEST(Scale, HasARangeAndTicksWhateverItIsGiven) {
  const std::vector<std::vector<double>> all = {{},
                                                {0},
                                                {0, 0},
                                                {5},
                                                {-5, -5},
                                                {1e-310},
                                                {kNan},
                                                {1e9},
                                                {1, 1.0000000000000002},
                                                {1e300},
                                                {-1e300, 1e300},
                                                {1e308, -1e308},
                                                {1e-299, 1e299}};
  for (const auto& values : all)
    for (const bool logarithmic : {false, true}) {
      const Scale axis = scale(values, logarithmic);
      ASSERT_LT(axis.least(), axis.most());
      EXPECT_TRUE(std::isfinite(axis.most() - axis.least()));
      expect_good_ticks(axis, 5);
      for (const double value : values) EXPECT_TRUE(std::isfinite(axis.fraction(value)));
    }
}

TEST(Scale, LimitsThatLeaveNoRangeAreIgnored) {
  const std::vector<double> values{2, 4};
  EXPECT_EQ(Scale({.label = "", .least = 5.0, .most = 5.0}, values).most(),
            scale(values, false).most());
  EXPECT_EQ(Scale({.label = "", .least = 9.0, .most = 1.0}, values).least(),
            scale(values, false).least());
  EXPECT_EQ(Scale({.label = "", .logarithmic = true, .least = 0.0, .most = 8.0}, values).most(), 8);
  EXPECT_GT(Scale({.label = "", .least = kNan, .most = kInfinity}, values).least(), 1);
}

std::string labels(double least, double most, bool logarithmic) {
  std::string text;
  const Axis axis{.label = "", .logarithmic = logarithmic, .least = least, .most = most};
  for (const Tick& tick : Scale(axis, {}).ticks(4)) text += tick.label + ' ';
  return text;
}

TEST(Scale, LabelsHaveOneFormOnAnAxis) {
  EXPECT_EQ(labels(0, 0.3, false), "0.0 0.1 0.2 0.3 ");
  EXPECT_EQ(labels(-2, 1, false), "\u22122 \u22121 0 1 ");
  EXPECT_EQ(labels(5000, 20000, false), "5000 10,000 15,000 20,000 ");
  EXPECT_EQ(labels(0, 3e6, false), "0 10\u2076 2\u00b710\u2076 3\u00b710\u2076 ");
  EXPECT_EQ(labels(0.01, 10, true), "0.01 0.1 1 10 ");
  EXPECT_EQ(labels(1e-6, 1, true), "10\u207b\u2076 10\u207b\u2074 10\u207b\u00b2 1 ");
  EXPECT_EQ(labels(430, 790, true), "500 600 700 ");
}

}  // namespace
}  // namespace dplda
