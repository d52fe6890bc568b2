// Damaged copies of a file: the n-th is always the same.
#pragma once

#include <cstdint>
#include <string>

namespace dplda::test {

// Variant `number` of `seed`: one to four of bit flips, truncations, moved, repeated and removed
// pieces, numbers in digits or in binary replaced by extreme ones.
std::string damaged(const std::string& seed, std::uint64_t number);

}  // namespace dplda::test
