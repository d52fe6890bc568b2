#include "attack/feature_table.h"

#include <cmath>

namespace dplda {

ColumnScales::ColumnScales(const FeatureTable& rows) : means(rows.columns), factors(rows.columns) {
  // More than rounding makes of a column that never changes.
  constexpr double kLeastVariance = 1e-20;
  const auto count = static_cast<double>(rows.rows());
  for (std::size_t m = 0; m < rows.rows(); ++m)
    for (std::size_t i = 0; i < rows.columns; ++i) means[i] += rows.row(m)[i] / count;
  for (std::size_t m = 0; m < rows.rows(); ++m) {
    for (std::size_t i = 0; i < rows.columns; ++i) {
      const double distance = rows.row(m)[i] - means[i];
      factors[i] += distance * distance / count;
    }
  }
  for (std::size_t i = 0; i < rows.columns; ++i) {
    const bool changes = factors[i] > kLeastVariance * (1 + means[i] * means[i]);
    factors[i] = changes ? 1 / std::sqrt(factors[i]) : 0;
  }
}

}  // namespace dplda
