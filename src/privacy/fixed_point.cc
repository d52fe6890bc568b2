#include "privacy/fixed_point.h"

#include "base/errors.h"

namespace dplda {
namespace {

// 36! > 2^138: the terms of the series beyond are worth less than 2^-12 units.
constexpr unsigned kTerms = 36;

// The upper half of the 256-bit product.
Wide high_product(Wide a, Wide b) {
  const Wide a0 = static_cast<std::uint64_t>(a);
  const Wide a1 = a >> 64;
  const Wide b0 = static_cast<std::uint64_t>(b);
  const Wide b1 = b >> 64;
  const Wide low = a0 * b0;
  const Wide middle = a1 * b0 + (low >> 64);
  const Wide other = a0 * b1 + static_cast<std::uint64_t>(middle);
  return a1 * b1 + (middle >> 64) + (other >> 64);
}

// exp(-r) for r in [0, 1], by Horner's rule: 1 - r/1 (1 - r/2 (1 - r/3 (...))). Every bracket lies
// in [0, 1]. With e_k the error of the k-th one in units, r less than one unit off, a product and a
// division that each lose less than one: e_k <= (e_{k+1} + 2) / k + 1, so e_3 <= 2.5, e_2 <= 3.25,
// e_1 <= 6.25; with the terms left out, less than 7.
Wide exp_below_one(Wide r) {
  Wide bracket = kFixedOne;
  for (unsigned k = kTerms; k > 0; --k) bracket = kFixedOne - fixed_product(r, bracket) / k;
  return bracket;
}

}  // namespace

Wide checked_product(Wide a, Wide b) {
  Wide result;
  if (__builtin_mul_overflow(a, b, &result)) {
    throw SystemError("a noise draw left 128 bits; start again with another key");
  }
  return result;
}

Wide fixed_product(Wide a, Wide b) { return high_product(2 * a, 2 * b); }

// exp(-1) is less than 7 units off, so its powers p_i are off by a_i with a_{i+1} <= p_i 7 + a_i /
// e
// + 1: a_1 <= 8, and no later one is above 8. The last product: 7 p + 8 exp(-r) + 1 <= 16 units.
Wide fixed_exp(Wide numerator, std::uint64_t denominator) {
  const Wide whole = numerator / denominator;
  if (whole >= 128) return 0;  // exp(-128) is below one unit
  const Wide rest = numerator % denominator;
  const Wide first = (rest << 64) / denominator;
  const Wide second = (((rest << 64) % denominator) << (kFixedBits - 64)) / denominator;
  Wide result = exp_below_one((first << (kFixedBits - 64)) + second);
  if (whole > 0) {
    const Wide inverse_e = exp_below_one(kFixedOne);
    Wide power = inverse_e;
    for (Wide i = 1; i < whole; ++i) power = fixed_product(power, inverse_e);
    result = fixed_product(power, result);
  }
  return result;
}

Wide fixed_quotient(Wide a, Wide b, int bits) {
  Wide quotient = 0;
  for (int i = 0; i < bits; ++i) {
    a *= 2;
    quotient *= 2;
    if (a >= b) {
      a -= b;
      quotient += 1;
    }
  }
  return quotient;
}

}  // namespace dplda
