// What bits cost that were sent by randomized response: one of them, and many with one threshold
// (docs/privacy/proofs.md, "Randomized response").
#pragma once

#include <cstdint>

namespace dplda {

// Above this many bits the exact sum would take too long.
inline constexpr std::uint64_t kMostExactBits = 1'000'000'000;

// The pure epsilon of one bit, ln((2^64 - threshold) / threshold), rounded up. REQUIRES: 1 <=
// threshold <= 2^63.
double bit_epsilon(std::uint64_t threshold);

// The smallest epsilon at which neighbours that differ in `bits` bits are told apart with this
// delta at most, rounded up. Infinite where that is not computed: for more than kMostExactBits, and
// for a delta below 1e-200. REQUIRES: 1 <= threshold <= 2^63, delta < 1.
double bits_epsilon(std::uint64_t threshold, std::uint64_t bits, double delta);

}  // namespace dplda
