// The integer law of a snapshot sweep: a token of word t in a document with topic counts n draws
// topic k with weight
//   W_k = A[t][k] * (base[k] + step[k] * n[k]),
// the token itself taken out of n, uniformly below the sum of the W_k, topics in ascending order
// (docs/algorithms.md, "Snapshot sweep"). Integers, so that every machine draws the same topics.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lda/prior.h"
#include "lda/topic_table.h"

namespace dplda {

class SnapshotLaw {
 public:
  // Columns are padded with zero weights to a multiple of this, the longest vector of 64-bit lanes
  // in use.
  static constexpr std::size_t kPadding = 8;

  // Columns all zero. REQUIRES: base and step of equal size K >= 1; base[k] >= 1.
  SnapshotLaw(std::uint32_t words, std::vector<std::uint64_t> base,
              std::vector<std::uint64_t> step);

  std::size_t topics() const { return topics_; }
  std::size_t stride() const { return stride_; }
  std::uint32_t words() const { return words_; }
  std::span<const std::uint32_t> column(std::uint32_t word) const {
    return std::span(columns_).subspan(word * stride_, stride_);
  }
  std::span<std::uint32_t> column(std::uint32_t word) {
    return std::span(columns_).subspan(word * stride_, stride_);
  }
  // Padded with zeros to stride().
  std::span<const std::uint64_t> base() const { return base_; }
  std::span<const std::uint64_t> step() const { return step_; }
  // Replaces base and step. REQUIRES: spans of topics() elements; base[k] >= 1.
  void set_factors(std::span<const std::uint64_t> base, std::span<const std::uint64_t> step);

  // Throws InputError unless, for documents of up to `longest` tokens, every factor stays below
  // 2^32 and every sum below 2^63, given that no A is above `largest`.
  void check_range(std::uint64_t largest, std::uint64_t longest) const;

 private:
  std::size_t topics_;
  std::size_t stride_;
  std::uint32_t words_;
  std::vector<std::uint32_t> columns_;
  std::vector<std::uint64_t> base_;
  std::vector<std::uint64_t> step_;
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
