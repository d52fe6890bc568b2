// Pairs of words in a public metric: what documents add to W H W', H having a 1 for each pair of
// different words of a document, in whole numbers and bounded (docs/privacy/proofs.md, Theorem C).
// W is public: it says which combinations of words the release shall tell most about.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"

namespace dplda {

class PairMetric {
 public:
  // `cells`: W, row by row, as many rows as words. `bound`: the length B of a document's part in
  // the released units. Throws InputError unless there are 1 to kMostWords words and no cell is
  // beyond kMostCell. REQUIRES: 1 <= bound <= 2^18.
  PairMetric(std::uint32_t words, std::vector<std::int32_t> cells, std::uint32_t bound,
             ThreadPool& pool);

  static constexpr std::uint32_t kMostWords = 1 << 12;
  static constexpr std::int32_t kMostCell = 1 << 13;
  // Sums are this many bits finer than what is released.
  static constexpr int kFiner = 22;
  // With more documents a sum might not fit 64 bits.
  static constexpr std::uint64_t kMostDocuments = std::uint64_t{1} << 21;

  std::uint32_t words() const { return words_; }
  std::span<const std::int32_t> cells() const { return cells_; }

  // What a document adds to each pair of its words: the largest whole c with c |W H W'| / sqrt 2 at
  // most B in the finer units, |.| the root of the sum of squares over all cells; 0 below two
  // words. REQUIRES: no word twice.
  std::int64_t of_document(std::span<const std::uint32_t> words) const;

  // From the sums over documents for i < j (V rows of V, the rest is not read): W C W' in the
  // released units, rounded down, V rows of V, symmetric.
  std::vector<std::int64_t> transformed(std::span<const std::int64_t> sums, ThreadPool& pool) const;

  // What the squares of what one document moves sum to at most, those above the diagonal once and
  // those on it by half: B and what rounding adds, (B + V / sqrt 2)^2, rounded up. Cells above the
  // diagonal are released with noise of some variance, those on it with twice that.
  std::uint64_t squares() const;

 private:
  std::uint32_t words_;
  std::uint32_t bound_;
  std::vector<std::int32_t> cells_;  // W
  std::vector<std::int64_t> gram_;   // W'W
};

}  // namespace dplda
