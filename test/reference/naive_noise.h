// Noise from a table of thresholds, cell by cell and bit by bit as docs/privacy/noise.md has it.
#pragma once

#include <cstdint>
#include <span>

#include "privacy/noise_table.h"

namespace dplda::test {

// The noise of cell at.position of row at.document: the number of thresholds above 127 random bits,
// or what lies beyond them all, signed.
std::int32_t naive_wide_noise(std::span<const Wide> thresholds, const NoiseTable::Tail& tail,
                              const RandomStreams& random, const RandomPosition& at);
std::int32_t naive_narrow_noise(std::span<const Wide> thresholds, const NoiseTable::Tail& tail,
                                const RandomStreams& random, const RandomPosition& at);

// The narrow draw's 127 bits and its sign.
struct NarrowDraw {
  Wide bits;
  bool negative;
};
NarrowDraw naive_narrow_draw(const RandomStreams& random, const RandomPosition& at);

}  // namespace dplda::test
