#include "privacy/fixed_point.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "base/random.h"
#include "reference/decimal.h"

namespace dplda {
namespace {

TEST(FixedPoint, TheExponentialIsWithinItsStatedError) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<std::vector<Wide>> lines;
  const auto add = [&](Wide n, std::uint64_t d) { lines.push_back({n, d, fixed_exp(n, d)}); };
  for (std::uint64_t n = 0; n < 140; ++n) add(n, 1);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t d = 1 + (stream.next() >> stream.below(64));
    add(d == 1 ? stream.below(100) : Wide{d} * stream.below(100) + stream.below(d), d);
  }
  add(1, ~std::uint64_t{0});
  add(~std::uint64_t{0}, ~std::uint64_t{0} - 1);
  add(~Wide{0}, 1);
  EXPECT_TRUE(test::holds_in_decimals(R"(
for n, d, x in lines: assert abs(exp_minus(n, d) * 2**126 - x) <= 16, (n, d, x)
)",
                                      lines));
  EXPECT_EQ(fixed_exp(0, 7), kFixedOne);
}

TEST(FixedPoint, ProductsAndQuotientsAreRoundedDown) {
  const RandomStreams random(key_from_seed(2));
  RandomStream stream(random, Purpose::kSynthetic);
  const auto below_one = [&] {
    return ((Wide{stream.next()} << 64 | stream.next()) >> 2) >> stream.below(126);
  };
  std::vector<std::vector<Wide>> lines = {{kFixedOne, kFixedOne, kFixedOne, 0}};
  for (int i = 0; i < 2000; ++i) {
    const Wide a = below_one();
    const Wide b = kFixedOne - below_one();
    if (a < b) lines.push_back({a, b, fixed_product(a, b), fixed_quotient(a, b, 127)});
  }
  EXPECT_EQ(fixed_product(kFixedOne, kFixedOne), kFixedOne);
  EXPECT_TRUE(test::holds_in_decimals(R"(
for a, b, product, quotient in lines:
  assert product == a * b >> 126
  assert a == b or quotient == (a << 127) // b
)",
                                      lines));
}

TEST(FixedPoint, AProductThatDoesNotFitIsNotWrapped) {
  EXPECT_EQ(checked_product(Wide{1} << 64, ~std::uint64_t{0}), ~Wide{0} - ~std::uint64_t{0});
  EXPECT_THROW(checked_product(Wide{1} << 64, Wide{1} << 64), SystemError);
}

}  // namespace
}  // namespace dplda
