// Randomized response: every bit is flipped with a probability on a grid of 2^-64, and what sending
// such bits costs (docs/privacy/noise.md, "Randomized response").
#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "privacy/mechanism.h"

namespace dplda {

class RandomizedResponse {
 public:
  // Flips with probability 1 / (1 + exp(epsilon_bit)), rounded up to the grid: towards more noise.
  // Throws InputError unless 2^-10 <= epsilon_bit <= 40.
  explicit RandomizedResponse(double epsilon_bit);

  // Throws InputError unless 1 <= threshold <= 2^63.
  static RandomizedResponse with_threshold(std::uint64_t threshold);

  // A bit is flipped with probability threshold() / 2^64.
  std::uint64_t threshold() const { return threshold_; }

  // What one bit costs with the threshold in use, rounded up.
  double epsilon() const;

  // Flips bits in place. Bit i of word j is flipped where a uniform number of 64 binary digits is
  // below the threshold. Its digit r, counted from the most significant on, is bit i of the draw at
  // position at.position + 8 j + r mod 8 with retry r / 8: a word takes 8 positions. All retries of
  // these positions are this call's; nothing else may be drawn there. Thread-safe. REQUIRES:
  // at.position is a multiple of 8, at.retry is 0.
  void perturb(std::span<std::uint64_t> words, const RandomStreams& random,
               RandomPosition at) const;

  // What sending costs where neighbours differ in `bits` bits.
  Mechanism mechanism(std::uint64_t bits) const;

 private:
  RandomizedResponse() = default;

  std::uint64_t threshold_ = 0;
};

// The claim alone, from a threshold. Throws InputError unless 1 <= threshold <= 2^63.
Mechanism randomized_response_mechanism(std::uint64_t threshold, std::uint64_t bits);

}  // namespace dplda
