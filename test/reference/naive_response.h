// Randomized response as it is defined, a bit at a time (docs/privacy/noise.md, "Randomized
// response").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"

namespace dplda::test {

// The uniform number that decides about bit i of word j: 64 draws give one digit each.
std::uint64_t naive_uniform(const RandomStreams& random, const RandomPosition& at, std::size_t word,
                            unsigned bit);

// The flips of `words` words.
std::vector<std::uint64_t> naive_flips(std::size_t words, std::uint64_t threshold,
                                       const RandomStreams& random, const RandomPosition& at);

}  // namespace dplda::test
