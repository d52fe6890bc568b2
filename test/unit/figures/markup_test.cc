#include "figures/markup.h"

#include <gtest/gtest.h>

#include "reference/not_finite.h"

namespace dplda {
namespace {

TEST(Markup, TextIsEscapedAndMended) {
  EXPECT_EQ(escaped("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  EXPECT_EQ(escaped("\u03b5 = 1"), "\u03b5 = 1");
  EXPECT_EQ(escaped(std::string_view("bell\a nul\0 tab\t", 15)), "bell nul tab\t");
  EXPECT_EQ(escaped("bad\xff\xc3"), "bad\ufffd\ufffd");
  EXPECT_EQ(escaped("\uffff"), "");
}

TEST(Markup, CoordinatesAreShort) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(1.5), "1.5");
  EXPECT_EQ(coordinate(100), "100");
  EXPECT_EQ(coordinate(-0.001), "0");
  EXPECT_EQ(coordinate(2.0 / 3), "0.67");
}

TEST(Markup, NumbersForPeopleHaveSixDigits) {
  EXPECT_EQ(shown(-0.12345678), "\u22120.123457");
  EXPECT_EQ(shown(781), "781");
  EXPECT_EQ(shown(-3.5e-7), "\u22123.5\u00b710\u207b\u2077");
  EXPECT_EQ(shown(1e12), "10\u00b9\u00b2");
  EXPECT_EQ(shown(-test::kInfinity), "\u2212\u221e");
  EXPECT_EQ(shown(test::kNan), "not a number");
}

}  // namespace
}  // namespace dplda
