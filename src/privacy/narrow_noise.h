// The vectorised parts of noise that takes 16 random bits a cell (docs/privacy/noise.md, "Narrow
// draws").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dplda {

// The bits of a narrow draw that its magnitude has; one more is the sign.
inline constexpr int kNarrowBits = 15;
// How many thresholds may be 2^-15 or more for draws to be narrow.
inline constexpr std::ptrdiff_t kMostNarrow = 255;
// Blocks of random words are used in runs of at most this many.
inline constexpr std::size_t kMostBlocks = 64;
// What 15 bits d decide: the magnitude is the number of thresholds whose first 15 bits, their
// heads, are above d; open if a head equals d or all are above it.
struct NarrowTable {
  // `of_thresholds`: the heads. REQUIRES: they do not increase; at most kMostNarrow are not 0.
  explicit NarrowTable(std::span<const std::uint16_t> of_thresholds);

  std::size_t heads;
  // The noise of an open cell is this and the number of heads above d: below all other noise.
  static constexpr std::int16_t kOpen = INT16_MIN;
  // The magnitude by d, or kOpen and more.
  std::vector<std::int16_t> magnitudes;
  // The same as a search tree: head `group` j + i is columns[64 i + j], or 0 past the last, so that
  // the last column has the least of every group.
  std::size_t group = 1;
  std::vector<std::uint16_t> columns;
};

// a + b, cut to 32 bits.
inline std::int32_t saturated_sum(std::int32_t a, std::int32_t b) {
  std::int32_t sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? INT32_MIN : INT32_MAX;
}

// A cell whose noise is open.
struct OpenCell {
  std::uint16_t cell;
  std::uint16_t above;  // at least so many thresholds are above the draw
};

// out[i] = counts[i] + noise of cell i, cut to 32 bits; counts[i] where the noise is open. Cell i
// has bits 16 (i mod 4) and up of word i / 4: the lowest is the sign, the others are d. Writes
// which cells are open and returns how many. REQUIRES: words are whole blocks, at most kMostBlocks,
// with bits for all cells; out is counts or lies apart from it.
std::size_t add_narrow(const NarrowTable& table, std::span<const std::uint64_t> words,
                       std::span<const std::int32_t> counts, std::span<std::int32_t> out,
                       std::span<OpenCell, 32 * kMostBlocks> open);

}  // namespace dplda
