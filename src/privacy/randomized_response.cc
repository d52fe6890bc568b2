#include "privacy/randomized_response.h"

#include <fmt/core.h>

#include <array>
#include <cmath>

#include "base/errors.h"
#include "privacy/fixed_point.h"

namespace dplda {
namespace {

// ln((2^64 - t) / t). The logarithm's argument is written as 1 + x with the difference taken in
// integers, so that a small epsilon keeps its digits.
double epsilon_of(std::uint64_t threshold) {
  const std::uint64_t difference = 0 - 2 * threshold;  // 2^64 - 2 t; 0 for t = 2^63
  return rounded_up(std::log1p(static_cast<double>(difference) / static_cast<double>(threshold)));
}

}  // namespace

RandomizedResponse::RandomizedResponse(double epsilon_bit) {
  if (!(epsilon_bit >= 0x1p-10 && epsilon_bit <= 40)) {
    throw InputError(fmt::format(
        "randomized response with an epsilon of {} a bit; give one between 2^-10 and 40",
        epsilon_bit));
  }
  // A double within these limits is a fraction over a power of two of at most 2^62.
  int exponent = 0;
  const auto mantissa =
      static_cast<std::uint64_t>(std::ldexp(std::frexp(epsilon_bit, &exponent), 53));
  // 1 / (1 + e^epsilon) = v / (1 + v) rises with v = e^-epsilon, so that an upper bound of v gives
  // one of the probability; the quotient is never a whole number of the grid, and rounded up.
  const Wide upper = fixed_exp(mantissa, std::uint64_t{1} << (53 - exponent)) + kFixedExpError;
  threshold_ = static_cast<std::uint64_t>(fixed_quotient(upper, kFixedOne + upper, 64)) + 1;
}

double RandomizedResponse::epsilon() const { return epsilon_of(threshold_); }

void RandomizedResponse::perturb(std::span<std::uint64_t> words, const Streams& streams,
                                 StreamPosition at) const {
  std::array<std::uint64_t, 64> draws;
  for (std::uint64_t& word : words) {
    streams.draws(at, draws);
    std::uint64_t flips = 0;
    for (unsigned i = 0; i < 64; ++i) {
      flips |= static_cast<std::uint64_t>(draws[i] < threshold_) << i;
    }
    word ^= flips;
    at.position += 64;
  }
}

Mechanism RandomizedResponse::mechanism(std::uint64_t bits) const {
  return randomized_response_mechanism(threshold_, bits);
}

Mechanism randomized_response_mechanism(std::uint64_t threshold, std::uint64_t bits) {
  if (threshold == 0 || threshold > std::uint64_t{1} << 63) {
    throw InputError(fmt::format(
        "randomized response with a threshold of {}; give one between 1 and 2^63", threshold));
  }
  const double epsilon = epsilon_of(threshold);
  const PrivacyLoss loss = bits * PrivacyLoss{.epsilon = epsilon, .rho = rho_of_pure(epsilon)};
  return {.name = "randomized_response",
          .parameters = {{"threshold", std::to_string(threshold)}, {"bits", bits}},
          .loss = loss,
          .replaced = loss};
}

}  // namespace dplda
