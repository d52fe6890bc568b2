// The weights of the bounded draw, on vectors.
#pragma once

#include <cstdint>
#include <span>

namespace dplda {

// clamp(S denominator - shrink, 0, clip) + beta in 32 bits: S is first cut to [least, most], which
// changes no weight and keeps S denominator - shrink within 31 bits; its parts may wrap around.
struct ClippedWeights {
  std::int32_t least;
  std::int32_t most;
  std::uint32_t denominator;
  std::uint32_t shrink;
  std::int32_t clip;
  std::int32_t beta;

  std::uint32_t weight(std::int32_t released) const {
    const auto cut =
        static_cast<std::uint32_t>(released < least ? least : (released > most ? most : released));
    const auto above = static_cast<std::int32_t>(cut * denominator - shrink);
    return static_cast<std::uint32_t>((above < 0 ? 0 : (above > clip ? clip : above)) + beta);
  }
};

// weight() of each. REQUIRES: out is no shorter.
void clipped_weights(const ClippedWeights& law, std::span<const std::int32_t> released,
                     std::span<std::uint32_t> out);

}  // namespace dplda
