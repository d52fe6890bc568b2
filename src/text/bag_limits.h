// What the readers of bags believe: sizes that fit a corpus and are in proportion to the data.
#pragma once

#include <cstdint>

namespace dplda {

// Ids and counts are stored in 31 bits.
inline constexpr std::uint64_t kMostWords = 0x7FFFFFFF;
inline constexpr std::uint64_t kMostCount = 0x7FFFFFFF;
// Documents are numbered in 48 bits.
inline constexpr std::uint64_t kMostDocuments = (std::uint64_t{1} << 48) - 1;

// How many documents or words a file with so many pairs is believed to have, empty or unused ones
// included. A damaged number in a few bytes must not make us allocate or loop for 10^18.
constexpr std::uint64_t most_plausible(std::uint64_t pairs) { return 1'000'000 + 16 * pairs; }

}  // namespace dplda
