// Fast draws of symmetric integer noise: a table of P(|X| > m) for what is likely, exact draws for
// the rest (docs/privacy/noise.md, "Noise tables").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/chacha.h"
#include "base/random.h"
#include "privacy/fixed_point.h"
#include "privacy/narrow_noise.h"

namespace dplda {

// Thresholds are probabilities in units of 2^-127.
inline constexpr int kThresholdBits = 127;
// A table's thresholds are at least 2^-kTailBits; what lies beyond the last is drawn exactly.
inline constexpr int kTailBits = 30;
// Under a table from noise_thresholds, every value's probability is its exact one times a factor
// within 1 +- this (docs/privacy/noise.md, "The error of a table").
inline constexpr double kTableError = 0x1p-64;

// P(|X| > m) for m = 0, 1, ... while it is at least 2^-tail_bits, where P(X = x) ~
// exp(-exponent(|x|) / denominator). None where the weights of 2^16 values or more would matter.
// REQUIRES: exponent(m) is a multiple of m or of m^2; 0 <= tail_bits <= kTailBits.
std::vector<Wide> noise_thresholds(const std::function<Wide(std::uint64_t)>& exponent,
                                   std::uint64_t denominator, int tail_bits = kTailBits);

// How many random bits a cell takes at first (docs/privacy/noise.md, "Narrow draws").
enum class CellBits {
  k64,
  k16,  // where at most kMostNarrow thresholds are 2^-15 or more; otherwise as k64
};

// Rows of a table of counts and where their sums with noise go: cell k of row i is counts[i stride
// + k]. out is counts or lies apart from it.
struct CountRows {
  const std::int32_t* counts;
  std::int32_t* out;
  std::size_t rows;
  std::size_t cells;   // in a row
  std::size_t stride;  // from a row to the next
};

class NoiseTable {
 public:
  // Draws |X| given that it is at least `first`.
  using Tail = std::function<std::uint64_t(std::uint64_t first, RandomStream& stream)>;

  // REQUIRES: the thresholds decrease and lie below 2^127; there are fewer than 2^16.
  NoiseTable(std::span<const Wide> thresholds, Tail tail, CellBits bits = CellBits::k64);

  // The noise of one row: as DiscreteLaplace::draw.
  void draw(std::span<std::int32_t> out, const RandomStreams& random, RandomPosition at) const;
  // Counts with noise: as DiscreteLaplace::add.
  void add(const CountRows& rows, const RandomStreams& random, RandomPosition at) const;

  bool narrow() const { return narrow_.has_value(); }

 private:
  // A cell that 16 bits leave open; *out has its count.
  struct Open {
    BlockPlace place;  // of its further bits: the cell's number and its row
    std::int32_t* out;
    std::uint16_t bits;
    std::uint16_t above;  // at least so many thresholds are above the draw
  };
  // Cells of one row, from `first` on.
  struct Run {
    std::uint32_t row;
    std::size_t first;
    std::span<const std::int32_t> counts;
    std::span<std::int32_t> out;
    std::span<const std::uint64_t> words;  // random ones
  };

  std::size_t size() const { return thresholds_.size(); }
  void add_wide_run(const Run& run, const RandomStreams& random, RandomPosition at) const;
  void add_narrow_run(const Run& run, std::vector<Open>& open) const;
  void settle(std::span<const Open> open, const RandomStreams& random, RandomPosition at) const;
  // The magnitude that 127 bits give the cell at.position, from the tail where they are below all
  // thresholds. REQUIRES: the first `above` thresholds are above the draw.
  std::int32_t magnitude(Wide draw, std::size_t above, const RandomStreams& random,
                         const RandomPosition& at) const;

  std::vector<Wide> thresholds_;
  std::optional<NarrowTable> narrow_;
  // For draws of 64 bits: the upper 63 of the thresholds, then a 0; how many thresholds are above
  // all draws that begin with these bits.
  std::vector<std::uint64_t> high_;
  std::vector<std::uint16_t> guide_;
  Tail tail_;
};

}  // namespace dplda
