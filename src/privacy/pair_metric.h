// Pairs of words in a public metric: what documents add to W H W', H having a 1 for each pair of
// different words of a document, in whole numbers and bounded (docs/privacy/proofs.md, Theorem D).
// W is public: it says which combinations of words the release shall tell most about.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "privacy/discrete_gaussian.h"

namespace dplda {

class PairMetric {
 public:
  // `cells`: W, row by row, as many rows as words. `bound`: the length B of a document's part in
  // the released units. Throws InputError unless there are 1 to kMostWords words and no column is
  // longer than kLongest. REQUIRES: 1 <= bound <= 2^17.
  PairMetric(std::uint32_t words, std::vector<std::int32_t> cells, std::uint32_t bound,
             ThreadPool& pool);

  static constexpr std::uint32_t kMostWords = 1 << 11;
  static constexpr std::int32_t kLongest = 1 << 19;  // then lengths fit 128 bits
  // Sums are this many bits finer than what is released.
  static constexpr int kFiner = 24;
  // With more documents a sum might not fit 64 bits.
  static constexpr std::uint64_t kMostDocuments = std::uint64_t{1} << 21;

  std::uint32_t words() const { return words_; }
  std::span<const std::int32_t> cells() const { return cells_; }

  // What a document adds to each pair of its words: the largest whole c with c |W H W'| / sqrt 2 at
  // most B in the finer units, |.| the root of the sum of squares over all cells; 0 below two
  // words. REQUIRES: no word twice.
  std::int64_t of_document(std::span<const std::uint32_t> words) const;

  // From the sums over documents for i < j (V rows of V, the rest is not read): the triangle of W C
  // W' from the diagonal on, row by row, in the released units and rounded down; what is on the
  // diagonal is divided by sqrt 2, so that the squares of a triangle sum to half of the whole's.
  std::vector<std::int64_t> triangle(std::span<const std::int64_t> sums, ThreadPool& pool) const;
  // What the diagonal was divided by: a little more than sqrt 2.
  static constexpr double kDiagonalDivisor = 65536.0 / 46340.0;

  // What the squares of what one document moves in the triangle sum to at most: B and what rounding
  // adds, (B + sqrt(V (V + 1) / 2))^2, rounded up.
  std::uint64_t squares() const { return squares_of(bound_, words_); }
  // What a release is charged with, whatever words there are: known before any data is read. Two
  // documents may move a cell to opposite sides, so that lengths add where one replaces the other.
  static MovedSquares moved(std::uint32_t bound);

 private:
  static std::uint64_t squares_of(std::uint32_t bound, std::uint32_t words);

  std::uint32_t words_;
  std::uint32_t bound_;
  std::vector<std::int32_t> cells_;  // W
  std::vector<std::int64_t> gram_;   // W'W
};

}  // namespace dplda
