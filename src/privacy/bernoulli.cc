#include "privacy/bernoulli.h"

#include <bit>

#include "base/errors.h"

namespace dplda {
namespace {

// exp(-numerator / denominator) for a fraction of at most 1: the number of successes in a row, at
// chances of the fraction over 1, 2, 3, ..., is even with that probability.
bool bernoulli_exp_below_one(Wide numerator, Wide denominator, RandomStream& stream) {
  Wide k = 1;
  while (uniform_below_wide(checked_product(denominator, k), stream) < numerator) ++k;
  return (k & 1) == 1;
}

std::uint64_t integer_root(std::uint64_t x) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= x) root += bit;
  }
  return root;
}

}  // namespace

Wide uniform_below_wide(Wide bound, RandomStream& stream) {
  if (bound >> 64 == 0) return stream.below(static_cast<std::uint64_t>(bound));
  const auto high = static_cast<std::uint64_t>((bound - 1) >> 64);
  const int unused = high == 0 ? 64 : std::countl_zero(high);
  for (;;) {
    const std::uint64_t low = stream.next();
    const std::uint64_t top = unused == 64 ? 0 : stream.next() >> unused;
    const Wide x = static_cast<Wide>(top) << 64 | low;
    if (x < bound) return x;
  }
}

bool bernoulli_exp(Wide numerator, Wide denominator, RandomStream& stream) {
  for (Wide whole = numerator / denominator; whole > 0; --whole) {
    if (!bernoulli_exp_below_one(1, 1, stream)) return false;
  }
  return bernoulli_exp_below_one(numerator % denominator, denominator, stream);
}

std::uint64_t exact_geometric(const Rational& scale, RandomStream& stream) {
  // U + numerator * V is geometric of scale `numerator`: the remainder U and the quotient V of such
  // a variable are independent. Dividing by the denominator makes the scale the fraction's.
  std::uint64_t remainder;
  do {
    remainder = stream.below(scale.numerator);
  } while (!bernoulli_exp_below_one(remainder, scale.numerator, stream));
  std::uint64_t quotient = 0;
  while (bernoulli_exp_below_one(1, 1, stream)) ++quotient;
  const Wide result = (remainder + Wide{scale.numerator} * quotient) / scale.denominator;
  if (result >> 62 != 0) {
    throw SystemError("a noise draw left 62 bits; start again with another key");
  }
  return static_cast<std::uint64_t>(result);
}

std::int64_t exact_discrete_laplace(const Rational& scale, RandomStream& stream) {
  for (;;) {
    const auto magnitude = static_cast<std::int64_t>(exact_geometric(scale, stream));
    const bool negative = (stream.next() & 1) == 1;
    if (!negative) return magnitude;
    if (magnitude != 0) return -magnitude;  // zero has one sign: else it would count twice
  }
}

std::int64_t exact_discrete_gaussian(const Rational& variance, RandomStream& stream) {
  const Wide n = variance.numerator;
  const Wide d = variance.denominator;
  const std::uint64_t t = integer_root(variance.numerator / variance.denominator) + 1;
  for (;;) {
    const std::int64_t y = exact_discrete_laplace({t, 1}, stream);
    // Accepted with probability exp(-(|y| - n / (d t))^2 / (2 n / d)): here over d t.
    const Wide proposed = checked_product(static_cast<Wide>(y < 0 ? -y : y), Wide{t} * d);
    const Wide distance = proposed > n ? proposed - n : n - proposed;
    if (bernoulli_exp(checked_product(distance, distance), 2 * n * d * t * t, stream)) return y;
  }
}

}  // namespace dplda
