// A SnapshotLaw taken apart for documents with far fewer topics than there are: with
// floor[k] = min over words t of A[t][k] and the excess E[t][k] = A[t][k] - floor[k], which is
// zero in most cells,
//   W_k = E[t][k] step[k] n[k]  +  E[t][k] base[k]  +  floor[k] (base[k] + step[k] n[k]).
// The kernel (kernels/sparse.h) draws from the three parts; this is what they are read from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "lda/snapshot_law.h"
#include "lda/token_sequences.h"

namespace dplda {

// Sixteen cells of a word. Those that are none have an excess of 0.
struct SparseCells {
  static constexpr std::size_t kCells = 16;
  std::uint32_t excess[kCells];
  Topic topic[kCells];
};

// The cells of a word that are above the floor, by ascending topic.
struct SparseWord {
  const SparseCells* cells = nullptr;
  const std::uint64_t* prior_sums = nullptr;  // running sums of E * base, by 16 cells
  std::uint64_t prior_total = 0;              // the last of them
  std::size_t size = 0;                       // how many times 16 cells
};

class SparseLaw {
 public:
  // Words point into the pieces: it moves, but is not copied.
  SparseLaw() = default;
  SparseLaw(SparseLaw&&) = default;
  SparseLaw& operator=(SparseLaw&&) = default;

  // What moves with a token: both below 2^32.
  struct Factor {
    std::uint32_t step;
    std::uint32_t floor;
  };

  // Takes the law apart; memory of an earlier call is used again. 32 bytes a word and 104 for every
  // 16 cells above the floor, begun ones whole: 6.5 bytes a cell, 6.5 V K if all are. REQUIRES:
  // law.check_range() passed.
  void build(const SnapshotLaw& law, ThreadPool& pool);

  std::size_t topics() const { return topics_; }
  // Topics rounded up to whole groups of 16: the size of the arrays below.
  std::size_t stride() const { return factors_.size(); }
  const SparseWord& word(std::uint32_t word) const { return words_[word]; }
  // The largest size of a word.
  std::size_t longest_word() const { return longest_word_; }

  std::span<const Factor> factors() const { return factors_; }
  std::span<const std::uint32_t> base() const { return base_; }
  // floor * base, by topic, and their sums by 16, 256 and 4096 topics: as many levels as it takes
  // to come down to 16 sums.
  std::span<const std::uint64_t> floor_base() const { return floor_base_; }
  const std::vector<std::vector<std::uint64_t>>& floor_base_sums() const {
    return floor_base_sums_;
  }
  std::uint64_t floor_base_total() const { return floor_base_total_; }

  std::size_t bytes() const;

 private:
  struct Piece {  // of the words, built by one thread
    std::vector<SparseCells> cells;
    std::vector<std::uint64_t> sums;
    std::size_t longest = 0;
  };
  struct Scratch;

  void set_factors(const SnapshotLaw& law, std::span<const std::uint32_t> floor);
  void build_piece(const SnapshotLaw& law, std::uint32_t first, std::uint32_t last, Piece& piece,
                   Scratch& scratch);

  std::size_t topics_ = 0;
  std::size_t longest_word_ = 0;
  std::vector<Factor> factors_;
  std::vector<std::uint32_t> floor_;
  std::vector<std::uint32_t> base_;
  std::vector<std::uint64_t> floor_base_;
  std::vector<std::vector<std::uint64_t>> floor_base_sums_;
  std::uint64_t floor_base_total_ = 0;
  std::vector<SparseWord> words_;
  std::vector<Piece> pieces_;
};

}  // namespace dplda
