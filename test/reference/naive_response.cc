#include "reference/naive_response.h"

#include <array>

namespace dplda::test {
namespace {

// The draws of a word's 64 digits, the most significant first.
std::array<std::uint64_t, 64> digit_draws(const RandomStreams& random, const RandomPosition& at,
                                          std::size_t word) {
  std::array<std::uint64_t, 64> draws;
  for (unsigned digit = 0; digit < 64; ++digit) {
    RandomPosition position = at;
    position.position += 8 * word + digit % 8;
    position.retry = static_cast<std::uint8_t>(digit / 8);
    draws[digit] = random.draw(position);
  }
  return draws;
}

std::uint64_t lane(const std::array<std::uint64_t, 64>& draws, unsigned bit) {
  std::uint64_t uniform = 0;
  for (const std::uint64_t draw : draws) uniform = uniform << 1 | (draw >> bit & 1);
  return uniform;
}

}  // namespace

std::uint64_t naive_uniform(const RandomStreams& random, const RandomPosition& at, std::size_t word,
                            unsigned bit) {
  return lane(digit_draws(random, at, word), bit);
}

std::vector<std::uint64_t> naive_flips(std::size_t words, std::uint64_t threshold,
                                       const RandomStreams& random, const RandomPosition& at) {
  std::vector<std::uint64_t> flips(words);
  for (std::size_t word = 0; word < words; ++word) {
    const std::array<std::uint64_t, 64> draws = digit_draws(random, at, word);
    for (unsigned bit = 0; bit < 64; ++bit)
      flips[word] |= static_cast<std::uint64_t>(lane(draws, bit) < threshold) << bit;
  }
  return flips;
}

}  // namespace dplda::test
