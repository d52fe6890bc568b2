// A prior of the topics' words that differs from cell to cell: what O-LDA carries from batch to
// batch (docs/internals/algorithms.md, "Streams"), and samplers under it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lda/samplers.h"

namespace dplda {

// beta_k^t: positive numbers, word by word with the stride of a TopicTable, and their topic totals.
class PriorTable {
 public:
  // Every cell `beta`.
  PriorTable(std::size_t topics, std::uint32_t words, double beta);

  std::size_t topics() const { return totals_.size(); }
  std::uint32_t words() const { return words_; }
  std::size_t stride() const { return stride_; }
  // Word by word, `stride()` apart; zero beyond the real topics.
  std::span<const double> cells() const { return cells_; }
  std::span<const double> column(std::uint32_t word) const {
    return std::span(cells_).subspan(word * stride_, topics());
  }
  std::span<const double> totals() const { return totals_; }

  // Adds weight * n to every cell. REQUIRES: the same sizes; weight >= 0.
  void add(const TopicTable& counts, double weight);
  // Adds weight * `cells`, without padding: word by word, topics within.
  void add(std::span<const double> cells, double weight);
  void add(const PriorTable& other);
  // Multiplies every cell.
  void scale(double factor);
  // The sum of all cells.
  double total() const;

 private:
  void sum_up();

  std::uint32_t words_;
  std::size_t stride_;
  std::vector<double> cells_;
  std::vector<double> totals_;
};

// (n_k^t + beta_k^t), normalised topic by topic: K rows of V.
std::vector<float> phi_under(const PriorTable& prior, const TopicTable& counts);

// The samplers of lda/samplers.h with `beta` in the place of the prior's: tokens draw a topic with
//   p_k = (n_k^t + beta_k^t) / (n_k + sum_t beta_k^t) (n_m^k + alpha_k).
// All arguments must outlive the sampler.
std::unique_ptr<Sampler> make_sampler_under(const PriorTable& beta, Sampling sampling,
                                            const RandomStreams& random, ThreadPool& pool);

// ln of the Dirichlet-multinomial probability of the counts' assignment under the prior, but for
// what does not depend on it. The same bits on every machine.
double log_probability(const PriorTable& prior, const TopicTable& counts);

}  // namespace dplda
