#include "privacy/bit_loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "privacy/randomized_response.h"
#include "reference/decimal.h"

namespace dplda {
namespace {

using Wide = unsigned __int128;

std::uint64_t threshold_of(double epsilon) { return RandomizedResponse(epsilon).threshold(); }

// The definition: delta is the sum over b of max(0, P(b) - e^epsilon Q(b)), where P and Q are the
// laws of the number of bits that show the second data set. Summed from the last positive term
// downwards, until nothing is added to 40 digits.
constexpr const char* kDefinition = R"(
import math
from fractions import Fraction
getcontext().prec = 60
getcontext().Emin = -10**15
B = [Fraction(1)]
for m in range(1, 31): B.append(-sum(math.comb(m + 1, k) * B[k] for k in range(m)) / (m + 1))
pi = Decimal('3.14159265358979323846264338327950288419716939937510582097494459')
def ln_factorial(n):
  if n < 2000: return Decimal(math.factorial(n)).ln()
  x = Decimal(n)
  series = sum(Decimal(B[2 * k].numerator) / B[2 * k].denominator / (2 * k * (2 * k - 1)) / x ** (2 * k - 1)
               for k in range(1, 12))
  return x * x.ln() - x + (2 * pi * x).ln() / 2 + series
def delta_of(epsilon, t, d):
  p = Decimal(t) / 2**64
  q = 1 - p
  each = (q / p).ln()
  m = min(d, int(((d - epsilon / each) / 2).to_integral_value(ROUND_CEILING)) - 1)
  if m < 0: return Decimal(0)
  P = (ln_factorial(d) - ln_factorial(m) - ln_factorial(d - m) + m * p.ln() + (d - m) * q.ln()).exp()
  Q = P * (epsilon - (d - 2 * m) * each).exp()
  total = Decimal(0)
  for b in range(m, -1, -1):
    total += P - Q
    if P < total * Decimal(10) ** -40: break
    ratio = Decimal(b) / (d - b + 1)
    P *= ratio * q / p
    Q *= ratio * p / q
  return total
for t, d, delta, epsilon in lines:
  delta = Decimal(delta) / 2**100
  epsilon = Decimal(epsilon) / 2**64
  assert delta_of(epsilon, t, d) <= delta, (t, d, delta, epsilon)
  assert delta_of(epsilon * (1 - Decimal(10) ** -6), t, d) > delta, (t, d, delta, epsilon)
)";

TEST(BitLoss, OfManyBitsIsTheExactOneRoundedUp) {
  std::vector<std::vector<Wide>> lines;
  const auto add = [&](double each, std::uint64_t bits, double delta) {
    const std::uint64_t threshold = threshold_of(each);
    const double epsilon = bits_epsilon(threshold, bits, delta);
    if (epsilon > 0) {
      lines.push_back({threshold, bits, static_cast<Wide>(std::ldexp(delta, 100)),
                       static_cast<Wide>(std::ldexp(epsilon, 64))});
    }
  };
  for (const double each : {0.01, 0.1, 0.5, 1.0, 3.0, 8.0, 40.0}) {
    for (const std::uint64_t bits : {1, 2, 3, 10, 100, 1000, 10'000}) {
      for (const double delta : {0.4, 1e-3, 1e-6, 1e-12}) add(each, bits, delta);
    }
  }
  for (const double each : {0.01, 0.5, 8.0}) add(each, 10'000'000, 1e-6);
  EXPECT_GT(lines.size(), 180);
  EXPECT_TRUE(test::holds_in_decimals(kDefinition, lines));
}

// 1000 words of which 50 are kept: neighbours differ in 100 bits.
TEST(BitLoss, OfACappedReportAtADeltaIsFarBelowThePureOne) {
  const PrivacyLoss loss = RandomizedResponse(0.5).mechanism(100).loss;
  EXPECT_NEAR(epsilon_at(loss, 0), 50, 1e-9);
  EXPECT_NEAR(epsilon_at(loss, 1e-6), 33.319788, 1e-6);
  // By rho alone it would be 36.9.
  EXPECT_GT(epsilon_at({.epsilon = loss.epsilon, .rho = loss.rho}, 1e-6), 36.9);
}

TEST(BitLoss, RisesWithBitsAndFallsWithDelta) {
  // What is rounded up is less than a billionth.
  constexpr double kRounding = 1 + 1e-9;
  for (const double each : {0.05, 0.5, 4.0}) {
    const std::uint64_t threshold = threshold_of(each);
    double last = 0;
    for (std::uint64_t bits = 1; bits < 400; ++bits) {
      const double epsilon = bits_epsilon(threshold, bits, 1e-6);
      EXPECT_GE(epsilon * kRounding, last) << each << ' ' << bits;
      EXPECT_LE(epsilon, static_cast<double>(bits) * bit_epsilon(threshold) * kRounding);
      last = epsilon;
    }
    last = PrivacyLoss::kInfinite;
    for (double delta = 1e-15; delta < 0.5; delta *= 1.5) {
      const double epsilon = bits_epsilon(threshold, 300, delta);
      EXPECT_LE(epsilon, last * kRounding) << each << ' ' << delta;
      last = epsilon;
    }
  }
}

// e + ln(1 - delta / (1 - p)): the one event that shows anything is "not flipped".
TEST(BitLoss, OfOneBitIsTheClosedForm) {
  for (const double each : {0.01, 0.5, 3.0}) {
    const std::uint64_t threshold = threshold_of(each);
    const double kept = 1 - static_cast<double>(threshold) * 0x1p-64;
    EXPECT_NEAR(bits_epsilon(threshold, 1, 1e-3), each + std::log1p(-1e-3 / kept), 1e-9);
    EXPECT_NEAR(bits_epsilon(threshold, 1, 1e-100), each, 1e-9);
  }
  EXPECT_EQ(bits_epsilon(threshold_of(1), 0, 1e-6), 0);
}

TEST(BitLoss, IsNotComputedWhereThatWouldTakeLongOrUnderflow) {
  EXPECT_TRUE(std::isinf(bits_epsilon(threshold_of(1), kMostExactBits + 1, 1e-6)));
  EXPECT_TRUE(std::isfinite(bits_epsilon(threshold_of(1), kMostExactBits, 1e-6)));
  EXPECT_TRUE(std::isinf(bits_epsilon(threshold_of(1), 10, 1e-300)));
  EXPECT_TRUE(std::isinf(bits_epsilon(threshold_of(1), 10, std::nan(""))));
  // The other figures stand then.
  const PrivacyLoss loss = RandomizedResponse(1).mechanism(kMostExactBits + 1).loss;
  EXPECT_TRUE(std::isfinite(epsilon_at(loss, 1e-6)));
  EXPECT_TRUE(std::isfinite(epsilon_at(RandomizedResponse(1).mechanism(10).loss, 1e-300)));
}

TEST(BitLoss, ReportsAddUpToAllTheirBits) {
  const RandomizedResponse response(0.5);
  const PrivacyLoss twelve = response.mechanism(12).loss;
  const PrivacyLoss sum = PrivacyLoss{} + response.mechanism(3).loss + response.mechanism(4).loss +
                          5 * response.mechanism(1).loss + PrivacyLoss{};
  const PrivacyLoss product = 4 * response.mechanism(3).loss;
  for (const PrivacyLoss& loss : {sum, product}) {
    EXPECT_EQ(loss.bits, 12);
    EXPECT_EQ(loss.bit_threshold, response.threshold());
    EXPECT_EQ(epsilon_at(loss, 1e-6), epsilon_at(twelve, 1e-6));
  }
  EXPECT_EQ((0 * twelve), PrivacyLoss{});
  EXPECT_LT(epsilon_at(twelve, 1e-3), 0.95 * epsilon_at(twelve, 0));
}

TEST(BitLoss, BesideAnythingElseTheExactFormIsLost) {
  const PrivacyLoss bits = RandomizedResponse(0.5).mechanism(50).loss;
  for (const PrivacyLoss& other :
       {RandomizedResponse(0.6).mechanism(1).loss, DiscreteLaplace({4, 1}).mechanism(2).loss,
        DiscreteGaussian({100, 1}).mechanism(50).loss, PrivacyLoss{.delta = 1e-9},
        PrivacyLoss::infinite()}) {
    for (const PrivacyLoss& sum : {bits + other, other + bits, 2 * (bits + other)}) {
      EXPECT_EQ(sum.bits, 0);
      EXPECT_EQ(sum.bit_threshold, 0);
      EXPECT_GE(epsilon_at(sum, 1e-6), epsilon_at(bits, 1e-6));
    }
  }
  // More bits than can be counted.
  const PrivacyLoss many = (std::uint64_t{1} << 63) * RandomizedResponse(0.5).mechanism(2).loss;
  EXPECT_EQ(many.bits, 0);
  EXPECT_GT(many.epsilon, 0);
  const PrivacyLoss half = (std::uint64_t{1} << 63) * RandomizedResponse(0.5).mechanism(1).loss;
  EXPECT_EQ((half + half).bits, 0);
  EXPECT_GT((half + half).epsilon, half.epsilon);
}

}  // namespace
}  // namespace dplda
