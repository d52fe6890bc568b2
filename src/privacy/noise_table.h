// Fast draws of symmetric integer noise: a table of P(|X| > m) for what is likely, exact draws for
// the rest (docs/noise.md, "Noise tables").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random.h"
#include "privacy/fixed_point.h"

namespace dplda {

// Thresholds are probabilities in units of 2^-127.
inline constexpr int kThresholdBits = 127;
// A table's thresholds are at least 2^-kTailBits; what lies beyond the last is drawn exactly.
inline constexpr int kTailBits = 30;
// Under a table from noise_thresholds, every value's probability is its exact one times a factor
// within 1 +- this (docs/noise.md, "The error of a table").
inline constexpr double kTableError = 0x1p-64;

// P(|X| > m) for m = 0, 1, ... while it is at least 2^-tail_bits, where P(X = x) ~
// exp(-exponent(|x|) / denominator). None where the weights of 2^16 values or more would matter.
// REQUIRES: exponent(m) is a multiple of m or of m^2; 0 <= tail_bits <= kTailBits.
std::vector<Wide> noise_thresholds(const std::function<Wide(std::uint64_t)>& exponent,
                                   std::uint64_t denominator, int tail_bits = kTailBits);

class NoiseTable {
 public:
  // Draws |X| given that it is at least `first`.
  using Tail = std::function<std::uint64_t(std::uint64_t first, Stream& stream)>;

  // REQUIRES: the thresholds decrease and lie below 2^127; there are fewer than 2^16.
  NoiseTable(std::span<const Wide> thresholds, Tail tail);

  // The noise of one row: as DiscreteLaplace::draw.
  void draw(std::span<std::int32_t> out, const Streams& streams, StreamPosition at) const;

 private:
  std::size_t size() const { return low_.size(); }
  // The magnitude of a draw that 63 bits leave open: it equals the threshold high_[magnitude], or
  // lies below all of them.
  std::size_t settled(std::uint64_t draw, std::size_t magnitude, const Streams& streams,
                      StreamPosition at) const;

  std::vector<std::uint64_t> high_;   // the upper 63 bits of the thresholds, then a 0
  std::vector<std::uint64_t> low_;    // their lower 64 bits
  std::vector<std::uint16_t> guide_;  // thresholds above all draws that begin with these bits
  Tail tail_;
};

}  // namespace dplda
