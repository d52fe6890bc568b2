#include "privacy/randomized_response.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/errors.h"
#include "privacy/bit_loss.h"
#include "privacy/fixed_point.h"

namespace dplda {
namespace {

void check_threshold(std::uint64_t threshold) {
  if (threshold == 0 || threshold > std::uint64_t{1} << 63) {
    throw InputError(fmt::format(
        "randomized response with a threshold of {}; give one between 1 and 2^63", threshold));
  }
}

// Digits of 64 lanes that a block of draws holds.
constexpr std::size_t kBlockDigits = 8;
// Words that are worked on at a time: a few blocks for every vector lane, and little memory.
constexpr std::size_t kChunk = 64;

// What is known of the 64 lanes of a word, a bit each.
struct Lanes {
  std::uint64_t below;
  std::uint64_t equal;  // to the digits of the threshold so far
};

// Compares eight more digits. `digits`: those of the threshold, each as a word of 64 equal bits.
inline void compare(Lanes& lanes, const std::uint64_t* draws,
                    const std::array<std::uint64_t, kBlockDigits>& digits) {
  std::uint64_t below = lanes.below;
  std::uint64_t equal = lanes.equal;
  for (std::size_t r = 0; r < kBlockDigits; ++r) {
    const std::uint64_t still = equal & (draws[r] ^ ~digits[r]);
    below |= (equal ^ still) & digits[r];
    equal = still;
  }
  lanes = {below, equal};
}

// Digits 8 round, ..., 8 round + 7 of the threshold, from the most significant on.
std::array<std::uint64_t, kBlockDigits> threshold_digits(std::uint64_t threshold, unsigned round) {
  std::array<std::uint64_t, kBlockDigits> digits;
  for (std::size_t r = 0; r < kBlockDigits; ++r)
    digits[r] = 0 - (threshold >> (63 - kBlockDigits * round - r) & 1);
  return digits;
}

// REQUIRES: at most kChunk words.
void perturb_chunk(std::span<std::uint64_t> words, std::uint64_t threshold,
                   const RandomStreams& random, const RandomPosition& at) {
  std::array<std::uint64_t, kBlockDigits * kChunk> draws;
  std::array<Lanes, kChunk> lanes;
  std::fill_n(lanes.begin(), words.size(), Lanes{.below = 0, .equal = ~std::uint64_t{0}});
  std::size_t begin = 0;
  std::size_t end = words.size();
  // Where only zeros are left of the threshold, a lane that equals it so far is not below it.
  const unsigned rounds = 8 - static_cast<unsigned>(std::countr_zero(threshold)) / 8;
  for (unsigned round = 0; round < rounds && begin < end; ++round) {
    const std::array<std::uint64_t, kBlockDigits> digits = threshold_digits(threshold, round);
    RandomPosition from = at;
    from.position += kBlockDigits * begin;
    from.retry = static_cast<std::uint8_t>(round);
    random.draws(from, std::span(draws).first(kBlockDigits * (end - begin)));
    for (std::size_t j = begin; j < end; ++j)
      compare(lanes[j], &draws[kBlockDigits * (j - begin)], digits);
    while (begin < end && lanes[begin].equal == 0) ++begin;
    while (begin < end && lanes[end - 1].equal == 0) --end;
  }
  for (std::size_t j = 0; j < words.size(); ++j) words[j] ^= lanes[j].below;
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

double RandomizedResponse::epsilon() const { return bit_epsilon(threshold_); }

RandomizedResponse RandomizedResponse::with_threshold(std::uint64_t threshold) {
  check_threshold(threshold);
  RandomizedResponse response;
  response.threshold_ = threshold;
  return response;
}

void RandomizedResponse::perturb(std::span<std::uint64_t> words, const RandomStreams& random,
                                 RandomPosition at) const {
  for (std::size_t done = 0; done < words.size(); done += kChunk) {
    const std::size_t count = std::min(kChunk, words.size() - done);
    perturb_chunk(words.subspan(done, count), threshold_, random, at);
    at.position += kBlockDigits * count;
  }
}

Mechanism RandomizedResponse::mechanism(std::uint64_t bits) const {
  return randomized_response_mechanism(threshold_, bits);
}

Mechanism randomized_response_mechanism(std::uint64_t threshold, std::uint64_t bits) {
  check_threshold(threshold);
  const double epsilon = bit_epsilon(threshold);
  PrivacyLoss loss;
  if (epsilon > 0) {  // a fair coin tells nothing
    loss = bits * PrivacyLoss{.epsilon = epsilon,
                              .rho = rho_of_pure(epsilon),
                              .bit_threshold = threshold,
                              .bits = 1};
  }
  return {.name = "randomized_response",
          .parameters = {{"threshold", std::to_string(threshold)}, {"bits", bits}},
          .loss = loss,
          .replaced = loss};
}

}  // namespace dplda
