// Logistic regression with regularised squared weights, by LIBLINEAR.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "attack/feature_table.h"

struct model;  // LIBLINEAR's

namespace dplda {

// Immutable; thread-safe.
class LogisticRegression {
 public:
  // Minimises regularisation |w|^2 / 2 + the sum of the rows' losses, one class against the others,
  // over columns that are scaled to mean 0 and variance 1. Deterministic. Throws InputError if a
  // value is not finite. REQUIRES: a label below `classes` for every row, at least one row,
  // regularisation > 0.
  LogisticRegression(const FeatureTable& rows, std::span<const std::uint32_t> labels,
                     std::uint32_t classes, double regularisation);

  // Writes the probability of every class; 0 for those that no row had. REQUIRES: as many columns
  // and classes.
  void probabilities(std::span<const double> row, std::span<double> result) const;

 private:
  struct Freed {
    void operator()(::model* model) const;
  };

  void scale(std::span<const double> row, std::span<double> result) const;

  ColumnScales scales_;
  std::vector<int> classes_;  // in LIBLINEAR's order
  std::unique_ptr<::model, Freed> model_;
};

}  // namespace dplda
