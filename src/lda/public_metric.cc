#include "lda/public_metric.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/product.h"
#include "algebra/vectors.h"
#include "base/steady_math.h"

namespace dplda {
namespace {

// How many times a public direction counts.
constexpr double kPublicWeight = 3;
// Words count by their frequency to this power.
constexpr double kRareWeight = -0.25;
// What is left of a column that the ones before it span, as a part of its length: none.
constexpr double kSpanned = 1e-8;

std::vector<double> word_weights(const std::vector<double>& frequencies) {
  std::vector<double> weights(frequencies.size());
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    sum += weights[i] = steady_exp(kRareWeight * steady_log(std::max(frequencies[i], 1e-5)));
  for (double& weight : weights) weight *= static_cast<double>(weights.size()) / sum;
  return weights;
}

// Rows, one after the other without what those before them span, of length one.
Matrix orthonormal_rows(Matrix rows) {
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const std::span<double> row = rows.row(i);
    const double before = std::sqrt(dot(row, row));
    for (int twice = 0; twice < 2; ++twice)
      for (std::size_t j = 0; j < i; ++j) add_scaled(row, -dot(rows.row(j), row), rows.row(j));
    const double length = std::sqrt(dot(row, row));
    const double scale = length > kSpanned * before ? 1 / length : 0;
    for (double& cell : row) cell *= scale;
  }
  return rows;
}

}  // namespace

PublicMetric public_metric(PublicWords words, ThreadPool& pool) {
  const std::size_t size = words.frequencies.size();
  const std::vector<double> weights = word_weights(words.frequencies);
  Matrix basis = transposed(word_axes(words.directions, words.frequencies, pool).axes);
  for (std::size_t k = 0; k < basis.rows(); ++k)
    for (std::size_t i = 0; i < size; ++i) basis(k, i) *= words.frequencies[i] * weights[i];
  basis = orthonormal_rows(std::move(basis));
  const Matrix spanned = product(transposed(basis), basis, pool);

  PublicMetric result{std::vector<std::int32_t>(size * size),
                      {Matrix(size, size), Matrix(size, size), std::move(words.directions)}};
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double self = i == j ? 1 : 0;
      const double cell = (self + (kPublicWeight - 1) * spanned(i, j)) * weights[j];
      const auto whole = static_cast<std::int32_t>(std::lround(cell * kMetricUnit));
      result.whole[i * size + j] = whole;
      result.metric.w(i, j) = static_cast<double>(whole) / kMetricUnit;
      result.metric.inverse(i, j) = (self + (1 / kPublicWeight - 1) * spanned(i, j)) / weights[i];
    }
  }
  return result;
}

MomentMetric plain_metric(std::size_t words) {
  return {identity_matrix(words), identity_matrix(words), Matrix(words, 0)};
}

}  // namespace dplda
