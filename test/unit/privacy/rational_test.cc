#include "privacy/rational.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/errors.h"
#include "base/random.h"

namespace dplda {
namespace {

using Wide = unsigned __int128;

// Whether the fraction is at least the double, exactly. REQUIRES: x in [2^-31, 2^53), 53 - shift >=
// 0.
int compare(const Rational& r, double x) {
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  // r < x  <=>  numerator 2^(53 - exponent) < mantissa denominator
  const int shift = 53 - exponent;
  const Wide left = static_cast<Wide>(r.numerator) << shift;
  const Wide right = static_cast<Wide>(mantissa) * r.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

TEST(Rational, AShortDecimalIsMeantExactly) {
  EXPECT_EQ(rational_at_least(0.5), (Rational{1, 2}));
  EXPECT_EQ(rational_at_least(0.1), (Rational{1, 10}));
  EXPECT_EQ(rational_at_most(0.1), (Rational{1, 10}));
  EXPECT_EQ(rational_at_least(73.7), (Rational{737, 10}));
  EXPECT_EQ(rational_at_least(499.0756), (Rational{1247689, 2500}));
  EXPECT_EQ(rational_at_least(4), (Rational{4, 1}));
  EXPECT_EQ(rational_at_least(1e6), (Rational{1000000, 1}));
  EXPECT_EQ(rational_at_least(1e-6), (Rational{1, 1000000}));
  EXPECT_EQ(rational_at_least(0.1).value(), 0.1);
  EXPECT_EQ(rational_at_least(73.7).value(), 73.7);
}

TEST(Rational, OtherNumbersAreRoundedToTheAskedSide) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  for (int i = 0; i < 10000; ++i) {
    // Between 2^-9 and 2^31, with all 53 bits: no short decimal.
    const double x = std::ldexp(1 + stream.uniform(), static_cast<int>(stream.below(40)) - 9);
    const Rational above = rational_at_least(x);
    const Rational below = rational_at_most(x);
    EXPECT_EQ(compare(above, x), 1) << x;
    EXPECT_EQ(compare(below, x), -1) << x;
    for (const Rational& r : {above, below}) {
      EXPECT_LT(r.numerator, std::uint64_t{1} << 32);
      EXPECT_LT(r.denominator, std::uint64_t{1} << 32);
      EXPECT_EQ(r.denominator & (r.denominator - 1), 0u);
      // 31 bits of a part are in use: the nearest is within 2^-31 of x, or within 2^-31 itself.
      EXPECT_NEAR(r.value(), x, std::max(x, 1.0) * 0x1p-31);
    }
  }
}

TEST(Rational, TheLastNumeratorBelowTheLimitIsNotPassed) {
  // Just below 2^32 / 2^31 = 2: its ceiling over 2^31 would be 2^32.
  const double x = std::nextafter(2.0, 0.0);
  EXPECT_EQ(rational_at_least(x), (Rational{2, 1}));
  EXPECT_EQ(rational_at_most(x), (Rational{0xffffffff, 0x80000000}));
}

TEST(Rational, LargeNumbersBecomeWhole) {
  EXPECT_EQ(rational_at_least(0x1p40), (Rational{std::uint64_t{1} << 40, 1}));
  EXPECT_EQ(rational_at_least(0x1p40 + 0.25), (Rational{(std::uint64_t{1} << 40) + 1, 1}));
  EXPECT_EQ(rational_at_most(0x1p40 + 0.25), (Rational{std::uint64_t{1} << 40, 1}));
}

TEST(Rational, RefusesWhatIsNoPositiveNumber) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, -0.0, -1.0, infinity, -infinity, std::nan(""), 0x1p60}) {
    EXPECT_THROW(rational_at_least(x), InputError) << x;
    EXPECT_THROW(rational_at_most(x), InputError) << x;
  }
  EXPECT_THROW(rational_at_most(0x1.123456789p-32), InputError);
  EXPECT_EQ(rational_at_least(0x1.123456789p-32), (Rational{1, std::uint64_t{1} << 31}));
}

TEST(Rational, TextIsReadBack) {
  for (const Rational& r : {Rational{737, 10}, Rational{1, 2}, Rational{4, 1},
                            Rational{~std::uint64_t{0}, ~std::uint64_t{0} - 1}}) {
    EXPECT_EQ(rational_from_text(to_text(r)), r);
  }
  EXPECT_EQ(to_text({737, 10}), "737/10");
  EXPECT_EQ(rational_from_text("10/20"), (Rational{1, 2}));
}

TEST(Rational, RefusesTextThatIsNoFraction) {
  for (const char* text : {"", "1", "/", "1/", "/2", "0/1", "1/0", "-1/2", "1/-2", "1 /2", "1/2 ",
                           "1.5/2", "18446744073709551616/1", "a/b", "1/2/3", "+1/2"}) {
    EXPECT_THROW(rational_from_text(text), InputError) << text;
  }
}

}  // namespace
}  // namespace dplda
