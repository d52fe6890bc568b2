// What can be made of a row of noisy tables at no cost: an average that forgets as fast as the
// tables move, and a posterior mean under a prior fitted to the average itself
// (docs/internals/algorithms.md, "Document-level LDA"). Uses releases and public numbers only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"

namespace dplda {

class ReleaseFilter {
 public:
  // `totals`: the released word totals; `variance`: of the noise of each cell of a table.
  ReleaseFilter(std::size_t topics, std::vector<double> totals, double variance);

  // Takes in the next released table, word by word.
  void add(std::span<const double> released);

  // The cells' posterior means, word by word; `expected` gets what independence of word and topic
  // would give. REQUIRES: something was added.
  std::vector<double> estimate(std::vector<double>& expected, ThreadPool& pool) const;

  // The average so far and its variance, for checkpoints.
  std::span<const double> average() const { return average_; }
  double average_variance() const { return average_variance_; }
  void restore(std::vector<double> average, double variance);

 private:
  std::size_t topics_;
  std::vector<double> totals_;
  double variance_;
  std::vector<double> average_;  // C
  double average_variance_ = 0;  // v
};

}  // namespace dplda
