// What one document adds to a table of pairs of words, bounded: the same whole number for each pair
// of its words, such that the squares sum to at most B^2 whatever the document is
// (docs/privacy/proofs.md, Theorem D). One word of a document replaced by another moves the table
// by much less, which is bounded here, too.
#pragma once

#include <cstdint>

#include "privacy/discrete_gaussian.h"

namespace dplda {

class BoundedPairs {
 public:
  // `shortest`: documents of fewer words count for less, so that one word of any document is hidden
  // as well as one word of a document of that length. REQUIRES: bound >= 1, shortest >= 1.
  constexpr BoundedPairs(std::uint32_t bound, std::uint32_t shortest)
      : bound_(bound), shortest_(shortest) {}

  std::uint32_t bound() const { return bound_; }
  std::uint32_t shortest() const { return shortest_; }

  // What a document of so many words adds to each of its n (n - 1) / 2 pairs: the largest whole c
  // with c^2 n (n - 1) / 2 <= B^2 min(1, n / shortest); 0 below two words.
  std::uint64_t of_pair(std::uint64_t words) const;
  // What it adds to each of its words in a table of words: the largest whole c with c^2 n <= B^2
  // min(1, n / shortest); 0 for none.
  std::uint64_t of_word(std::uint64_t words) const;

  // What the squares of a document's cells sum to at most, in either table.
  constexpr std::uint64_t squares() const { return std::uint64_t{bound_} * bound_; }
  // What the squares of the differences sum to at most where one word of a document becomes
  // another, or one is added or left out: the most of all documents over so many words, worked out
  // from what they add. REQUIRES: vocabulary < 2^16.
  std::uint64_t word_squares_of_pairs(std::uint64_t vocabulary) const;
  std::uint64_t word_squares_of_words(std::uint64_t vocabulary) const;

  // What a release of either table is charged with, over at most so many words. A document replaced
  // by another moves no cell below zero, so that squares add.
  MovedSquares moved_in_pairs(std::uint64_t vocabulary) const {
    return {squares(), 2 * squares(), word_squares_of_pairs(vocabulary)};
  }
  MovedSquares moved_in_words(std::uint64_t vocabulary) const {
    return {squares(), 2 * squares(), word_squares_of_words(vocabulary)};
  }

 private:
  std::uint64_t largest(std::uint64_t words, std::uint64_t cells) const;

  std::uint32_t bound_;
  std::uint32_t shortest_;
};

}  // namespace dplda
