#include "privacy/bounded_pairs.h"

#include <algorithm>
#include <cmath>

namespace dplda {
namespace {

using Square = unsigned __int128;

std::uint64_t pairs_of(std::uint64_t words) { return words < 2 ? 0 : words * (words - 1) / 2; }

std::uint64_t squared(std::uint64_t x, std::uint64_t y) {
  const std::uint64_t difference = x > y ? x - y : y - x;
  return difference * difference;
}

}  // namespace

// c^2 cells shortest <= B^2 min(n, shortest).
std::uint64_t BoundedPairs::largest(std::uint64_t words, std::uint64_t cells) const {
  if (cells == 0) return 0;
  const Square allowed = Square{squares()} * std::min<std::uint64_t>(words, shortest_);
  const Square each = Square{cells} * shortest_;
  auto part = static_cast<std::uint64_t>(
      std::sqrt(static_cast<double>(allowed) / static_cast<double>(each)) + 1);
  while (Square{part} * part * each > allowed) --part;
  return part;
}

std::uint64_t BoundedPairs::of_pair(std::uint64_t words) const {
  return largest(words, pairs_of(words));
}

std::uint64_t BoundedPairs::of_word(std::uint64_t words) const { return largest(words, words); }

// A word replaced: of the n - 1 pairs that it was in none is left, and as many are new. A word
// more: n new pairs, and all others have another part.
std::uint64_t BoundedPairs::word_squares_of_pairs(std::uint64_t vocabulary) const {
  std::uint64_t most = 0;
  for (std::uint64_t n = 1; n <= vocabulary; ++n) {
    const std::uint64_t part = of_pair(n);
    const std::uint64_t longer = n < vocabulary ? of_pair(n + 1) : 0;
    most = std::max(most, 2 * (n - 1) * part * part);
    if (n < vocabulary)
      most = std::max(most, pairs_of(n) * squared(part, longer) + n * longer * longer);
  }
  return most;
}

std::uint64_t BoundedPairs::word_squares_of_words(std::uint64_t vocabulary) const {
  std::uint64_t most = 0;
  for (std::uint64_t n = 1; n <= vocabulary; ++n) {
    const std::uint64_t part = of_word(n);
    const std::uint64_t shorter = of_word(n - 1);
    most = std::max({most, 2 * part * part, (n - 1) * squared(part, shorter) + part * part});
  }
  return most;
}

}  // namespace dplda
