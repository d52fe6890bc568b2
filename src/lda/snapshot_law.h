// The integer law of a snapshot sweep: a token of word t in a document with topic counts n draws
// topic k with weight
//   W_k = A[t][k] * (base[k] + step[k] * n[k]),
// the token itself taken out of n, uniformly below the sum of the W_k, topics in ascending order
// (docs/internals/algorithms.md, "Snapshot sweep"). Integers, so that every machine draws the same
// topics.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/huge_vector.h"
#include "lda/prior.h"
#include "lda/topic_table.h"

namespace dplda {

class SnapshotLaw {
 public:
  // Columns all zero; no weight will be above `largest`, which decides whether one takes 1, 2 or 4
  // bytes. REQUIRES: base and step of equal size K >= 1; base[k] >= 1.
  SnapshotLaw(std::uint32_t words, std::vector<std::uint64_t> base, std::vector<std::uint64_t> step,
              std::uint32_t largest = UINT32_MAX);

  std::size_t topics() const { return base_.size(); }
  std::uint32_t words() const { return words_; }
  std::uint32_t largest() const { return largest_; }

  std::uint32_t weight(std::uint32_t word, std::size_t topic) const;
  void set_weight(std::uint32_t word, std::size_t topic, std::uint32_t weight);
  // All weights of a word. REQUIRES: spans of topics() elements; none above largest().
  void copy_column(std::uint32_t word, std::span<std::uint32_t> out) const;
  void set_column(std::uint32_t word, std::span<const std::uint32_t> weights);

  std::span<const std::uint64_t> base() const { return base_; }
  std::span<const std::uint64_t> step() const { return step_; }
  // Replaces base and step. REQUIRES: spans of topics() elements; base[k] >= 1.
  void set_factors(std::span<const std::uint64_t> base, std::span<const std::uint64_t> step);

  // Kernels may give a document up to this many tokens of their own making.
  static constexpr std::uint64_t kSlack = 8;
  // Throws InputError unless, for documents of up to `longest` tokens, every factor stays below
  // 2^32 and every sum below 2^63.
  void check_range(std::uint64_t longest) const;
  // Whether the sums of documents of this many tokens stay below 2^31 too.
  bool narrow(std::uint64_t length) const;

  // How the kernels see it. A column is rows() rows of 16 cells of 32 bits, a cell holds
  // topics_per_cell() weights, the first in its lowest bits, and topics ascend down a lane: lane i
  // has the topics from i * lane_topics() on, so that sums over lanes come in ascending order.
  static constexpr std::size_t kLanes = 16;
  std::size_t bytes_per_weight() const { return bytes_; }
  std::size_t topics_per_cell() const { return 4 / bytes_; }
  std::size_t rows() const { return rows_; }
  std::size_t lane_topics() const { return rows_ * topics_per_cell(); }
  std::size_t column_cells() const { return rows_ * kLanes; }
  const std::uint32_t* packed(std::uint32_t word) const {
    return cells_.data() + word * column_cells();
  }
  std::uint32_t* packed(std::uint32_t word) { return cells_.data() + word * column_cells(); }
  // The factors in the same order, one a cell; base and step in it, 0 where no topic is. Their low
  // 32 bits: enough once check_range() passed. The last cell is no topic's.
  std::size_t factor_cells() const { return lane_topics() * kLanes + 1; }
  // The cell of every topic, and of the topic K that is none.
  std::span<const std::uint32_t> factors_of_topics() const { return factor_of_; }
  std::span<const std::uint32_t> packed_base() const { return packed_base_; }
  std::span<const std::uint32_t> packed_step() const { return packed_step_; }

 private:
  // Where a topic's weight lies in a packed column.
  struct Place {
    std::size_t cell;
    std::size_t shift;
    std::uint32_t mask;
  };
  Place place_of(std::size_t topic) const;
  void pack_factors();
  // Largest sum of weights in a document of `length` tokens, kSlack included.
  unsigned __int128 largest_factors(std::uint64_t length) const;

  std::uint32_t words_;
  std::uint32_t largest_;
  std::size_t bytes_;
  std::size_t rows_;
  std::vector<std::uint64_t> base_;
  std::vector<std::uint64_t> step_;
  std::vector<std::uint32_t> factor_of_;
  std::vector<std::uint32_t> packed_base_;
  std::vector<std::uint32_t> packed_step_;
  HugeVector<std::uint32_t> cells_;
};

// alpha as fractions over one denominator: alpha[k] = numerators[k] / denominator. Exact where a
// denominator up to 1000 (or 10^4, 10^5, 10^6) serves all of them, otherwise rounded to a power of
// two as large as documents of `longest` tokens allow.
struct AlphaFractions {
  std::uint64_t denominator;
  std::vector<std::uint64_t> numerators;
};
AlphaFractions alpha_fractions(std::span<const double> alpha, std::uint64_t longest);

// The law of plain collapsed Gibbs sampling: A[t][k] stands for (n_k^t + beta) / (n_k + V beta),
// scaled so that the largest is 2^31 - 1 and rounded to the nearest integer, at least 1; the factor
// is alpha's numerator plus denominator times n. Kept across sweeps so that its memory is.
class PlainLaw {
 public:
  PlainLaw(const Prior& prior, std::uint32_t words, std::uint64_t longest);

  void set_table(const TopicTable& table, double beta, ThreadPool& pool);
  // The columns from word probabilities phi, topic by topic (K rows of V).
  void set_phi(std::span<const float> phi, ThreadPool& pool);

  const SnapshotLaw& law() const { return law_; }

 private:
  SnapshotLaw law_;
};

}  // namespace dplda
