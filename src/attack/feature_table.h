// Rows of features, one a document.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dplda {

struct FeatureTable {
  std::size_t columns = 0;
  std::vector<double> values = {};

  std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
  std::span<const double> row(std::size_t index) const {
    return std::span(values).subspan(index * columns, columns);
  }
  std::span<double> row(std::size_t index) {
    return std::span(values).subspan(index * columns, columns);
  }
  // Adds a row. REQUIRES: row.size() == columns.
  void append(std::span<const double> row) { values.insert(values.end(), row.begin(), row.end()); }
};

// What makes every column one of mean 0 and variance 1.
struct ColumnScales {
  // REQUIRES: at least one row.
  explicit ColumnScales(const FeatureTable& rows);

  std::vector<double> means;
  std::vector<double> factors;  // 1 / standard deviation; 0 for a column that never changes
};

}  // namespace dplda
