#include "lda/moment_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "algebra/eigen.h"
#include "algebra/product.h"
#include "algebra/vectors.h"
#include "base/random.h"
#include "base/steady_math.h"
#include "lda/public_words.h"

namespace dplda {
namespace {

using Vector = std::vector<double>;

// How much of a loading's prior variance lies along the public directions, and how large it is: the
// likelihood of the release chooses.
constexpr std::array kMixes = {0.35, 0.6, 0.85};
constexpr std::array kScales = {0.1, 0.3, 1.0};
// The largest eigenvalue of noise alone passes its edge by more than this part of it, over the
// number of coordinates to the power of 2/3, in one release of twenty: half of 0.98, where the
// Tracy-Widom distribution has 95%.
constexpr double kAboveEdge = 0.49;
constexpr int kLoadingRounds = 25;
constexpr int kFactorRounds = 150;
// The sum of alpha over topics that pairs are expected to have.
constexpr double kAlphas = 0.5;
// Words are weighed by frequency to this power when topics are told apart.
constexpr double kWordWeight = -0.25;

Vector times(const Matrix& a, const Vector& x) {
  Vector y(a.rows());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = dot(a.row(i), x);
  return y;
}

double sum_of(const Vector& x) { return std::accumulate(x.begin(), x.end(), 0.0); }

void scale_rows_by(Matrix& a, const Vector& factors) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (double& cell : a.row(i)) cell *= factors[i];
}

void scale_columns_by(Matrix& a, const Vector& factors) {
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.columns(); ++j) a(i, j) *= factors[j];
}

Matrix first_columns(const Matrix& a, std::size_t columns) {
  Matrix result(a.rows(), columns);
  for (std::size_t i = 0; i < a.rows(); ++i)
    std::copy_n(a.row(i).begin(), columns, result.row(i).begin());
  return result;
}

// Never below one standard deviation, summing to 1.
Vector likely_frequencies(const Vector& totals, const Vector& variances) {
  Vector result(totals.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = std::max(totals[i], std::sqrt(variances[i]));
  const double sum = sum_of(result);
  for (double& value : result) value /= sum;
  return result;
}

// How many pairs there are in all, in the units of the release: the multiple of f f' without its
// diagonal that has the release's part along W f.
double mass_of(const Matrix& pairs, const MomentMetric& metric, const Vector& frequencies) {
  const Vector along = times(metric.w, frequencies);
  const Vector back = times(transposed(metric.w), along);
  const double length = dot(along, along);
  double diagonal = 0;
  for (std::size_t i = 0; i < back.size(); ++i) {
    const double part = frequencies[i] * back[i];
    diagonal += part * part;
  }
  // A single word has no pairs.
  const double whole = std::max(length * length - diagonal, 1e-9 * length * length);
  return std::max(dot(along, times(pairs, along)) / whole, 1.0);
}

// Frequencies from both releases: pairs know them, too.
Vector joint_frequencies(const NoisyMoments& moments, const MomentMetric& metric) {
  const std::size_t words = moments.totals.size();
  const Vector first = likely_frequencies(moments.totals, Vector(words, moments.total_variance));
  const Vector along = times(metric.w, first);
  const double mass = mass_of(moments.pairs, metric, first);
  const double length = dot(along, along);
  // The diagonal is not in the release: what it would add is put back.
  Vector diagonal = times(transposed(metric.w), along);
  for (std::size_t i = 0; i < words; ++i) diagonal[i] *= mass * first[i] * first[i];
  Vector seen = times(moments.pairs, along);
  const Vector added = times(metric.w, diagonal);
  for (std::size_t i = 0; i < words; ++i) seen[i] = (seen[i] + added[i]) / length;
  const Vector second = times(metric.inverse, seen);

  const double noise = moments.pair_deviation * moments.pair_deviation / length / (mass * mass);
  const double sum = std::max(sum_of(moments.totals), 1.0);
  const double variance = moments.total_variance / (sum * sum);
  Vector both(words);
  Vector variances(words);
  for (std::size_t i = 0; i < words; ++i) {
    const double other = noise * dot(metric.inverse.row(i), metric.inverse.row(i));
    variances[i] = 1 / (1 / variance + 1 / other);
    both[i] = (moments.totals[i] / sum / variance + second[i] / mass / other) * variances[i];
  }
  return likely_frequencies(both, variances);
}

// The edge of what noise alone has for eigenvalues where row and column i of a symmetric matrix of
// independent cells of deviation s are scaled by the root of d_i: the least z for which u = s^2
// sum_i d_i / (z - d_i u) can be solved by a u > 0.
double noise_edge(const Vector& d, double deviation) {
  const double largest = *std::max_element(d.begin(), d.end());
  double squares = 0;
  for (const double value : d) squares += value * value;
  const double variance = deviation * deviation;
  // For a given u the right z, by halving; the sum falls in z.
  const auto z_of = [&](double u) {
    double low = largest * u;
    double high = low + variance * sum_of(d) / u + 1e-300;
    for (int step = 0; step < 60; ++step) {
      const double z = (low + high) / 2;
      double sum = 0;
      for (const double value : d) sum += value / (z - value * u);
      (variance * sum > u ? low : high) = z;
    }
    return (low + high) / 2;
  };
  // z as a function of u falls, then rises: thirds close in on its least.
  double low = 0;
  double high = 4 * deviation * std::sqrt(squares) / largest;
  for (int step = 0; step < 60; ++step) {
    const double third = (high - low) / 3;
    if (z_of(low + third) < z_of(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return z_of((low + high) / 2);
}

// What was released beyond independence of words, in coordinates in which a loading's parts are
// independent of one another, with the variances that they are expected to have.
struct Coordinates {
  Matrix axes;       // rows: the coordinates in those of the release
  Vector variances;  // of a loading along each
  Matrix cells;      // the release there
  double misfit;     // minus twice the logarithm of its likelihood
};

Matrix within(const Matrix& axes, const Matrix& cells, ThreadPool& pool) {
  return product(product(axes, cells, pool), transposed(axes), pool);
}

// A loading is expected to vary as mass W F (mix G G' + (1 - mix) I) F W', F the frequencies on a
// diagonal and G the public directions; all of it along the identity where there are none.
Matrix expected_variance(const MomentMetric& metric, const Vector& frequencies,
                         const WordAxes& axes, double mix, double mass, ThreadPool& pool) {
  const std::size_t words = frequencies.size();
  Matrix own = metric.w;
  scale_columns_by(own, frequencies);
  Matrix shared = product(own, axes.axes, pool);
  Vector roots(axes.variances.size());
  for (std::size_t k = 0; k < roots.size(); ++k) roots[k] = std::sqrt(mix * axes.variances[k]);
  scale_columns_by(shared, roots);
  const double root = std::sqrt(1 - mix);
  Matrix all(words, words + roots.size());
  for (std::size_t i = 0; i < words; ++i) {
    for (std::size_t j = 0; j < words; ++j) all(i, j) = root * own(i, j);
    std::copy(shared.row(i).begin(), shared.row(i).end(),
              all.row(i).begin() + static_cast<std::ptrdiff_t>(words));
  }
  Matrix result = product(all, transposed(all), pool);
  for (double& cell : result.cells()) cell *= mass;
  return result;
}

double misfit_of(const Matrix& cells, const Vector& variances, double scale, double deviation,
                 ThreadPool& pool) {
  Vector by_row(cells.rows());
  pool.for_each(cells.rows(), [&](std::size_t i, int) {
    double sum = 0;
    for (std::size_t j = 0; j < cells.columns(); ++j) {
      const double variance = scale * scale * variances[i] * variances[j] + deviation * deviation;
      sum += steady_log(variance) + cells(i, j) * cells(i, j) / variance;
    }
    by_row[i] = sum;
  });
  return sum_of(by_row);
}

Coordinates best_coordinates(const Matrix& beyond, const MomentMetric& metric,
                             const Vector& frequencies, double mass, double deviation,
                             ThreadPool& pool) {
  const WordAxes axes = word_axes(metric.directions, frequencies, pool);
  Coordinates best;
  bool any = false;
  for (const double mix : kMixes) {
    SymmetricEigen eigen =
        symmetric_eigen(expected_variance(metric, frequencies, axes, mix, mass, pool), pool);
    for (double& value : eigen.values) value = std::max(value, 1e-12);
    Matrix cells = within(eigen.vectors, beyond, pool);
    bool taken = false;
    for (const double scale : kScales) {
      const double misfit = misfit_of(cells, eigen.values, scale, deviation, pool);
      if (any && misfit >= best.misfit) continue;
      any = taken = true;
      best.misfit = misfit;
      best.variances = eigen.values;
      for (double& value : best.variances) value *= scale;
    }
    if (!taken) continue;
    best.axes = std::move(eigen.vectors);
    best.cells = std::move(cells);
  }
  return best;
}

// (H'H)^-1 with something added to its eigenvalues for each row: rows of `a` times that.
Matrix divided(const Matrix& a, const SymmetricEigen& gram, const Vector& added, ThreadPool& pool) {
  Matrix turned = product(a, transposed(gram.vectors), pool);
  for (std::size_t i = 0; i < turned.rows(); ++i)
    for (std::size_t k = 0; k < turned.columns(); ++k) turned(i, k) /= gram.values[k] + added[i];
  return product(turned, gram.vectors, pool);
}

// Loadings in word space: a row for each word, a column for each direction that stands out.
Matrix loadings_of(const Coordinates& at, const MomentMetric& metric, double deviation,
                   std::size_t* found, ThreadPool& pool) {
  const std::size_t words = at.variances.size();
  Vector weights(words);
  Vector roots(words);
  Vector ridge(words);
  for (std::size_t i = 0; i < words; ++i) {
    weights[i] = at.variances[i] / (at.variances[i] + deviation);
    roots[i] = std::sqrt(weights[i]);
    ridge[i] = deviation * deviation / std::max(at.variances[i], 1e-9);
  }
  const double size = sum_of(weights) * sum_of(weights) / dot(weights, weights);
  const double edge =
      noise_edge(weights, deviation) * (1 + kAboveEdge * steady_exp(-2.0 / 3 * steady_log(size)));
  Matrix weighted = at.cells;
  scale_rows_by(weighted, roots);
  scale_columns_by(weighted, roots);
  const SymmetricEigen eigen = symmetric_eigen(std::move(weighted), pool);
  *found = static_cast<std::size_t>(std::count_if(eigen.values.begin(), eigen.values.end(),
                                                  [&](double value) { return value > edge; }));
  const std::size_t rank = std::max<std::size_t>(*found, 1);
  Matrix h = first_columns(transposed(eigen.vectors), rank);
  scale_rows_by(h, roots);
  Vector lengths(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    const double value = eigen.values[k];
    lengths[k] = std::sqrt(std::max(value - edge * edge / std::max(value, edge) / 4, 1e-6));
  }
  scale_columns_by(h, lengths);

  const Matrix to_words = product(metric.inverse, transposed(at.axes), pool);
  const Matrix from_words = product(at.axes, metric.w, pool);
  const Matrix back = transposed(from_words);
  for (int round = 0; round < kLoadingRounds; ++round) {
    // The release has no diagonal: the fitted one is put back.
    const Matrix in_words = product(to_words, h, pool);
    Vector diagonal(words);
    for (std::size_t i = 0; i < words; ++i) diagonal[i] = dot(in_words.row(i), in_words.row(i));
    Matrix missing = product(back, h, pool);
    scale_rows_by(missing, diagonal);
    const Matrix added = product(from_words, missing, pool);
    Matrix seen = product(at.cells, h, pool);
    for (std::size_t i = 0; i < seen.cells().size(); ++i) seen.cells()[i] += added.cells()[i];
    const SymmetricEigen gram = symmetric_eigen(product(transposed(h), h, pool), pool);
    const Matrix next = divided(seen, gram, ridge, pool);
    for (std::size_t i = 0; i < h.cells().size(); ++i)
      h.cells()[i] = 0.5 * h.cells()[i] + 0.5 * next.cells()[i];
  }
  return product(to_words, h, pool);
}

// What topics are like at first: frequencies times random factors, which see no data.
Matrix first_factors(const Vector& margin, std::size_t topics) {
  const RandomStreams random(Key{});
  Matrix u(margin.size(), topics);
  for (std::size_t i = 0; i < u.rows(); ++i) {
    RandomStream coins(random, Purpose::kInitialTopic, 2, i);
    for (double& cell : u.row(i))
      cell = margin[i] * std::sqrt(std::max(-steady_log(1 - coins.uniform() * 0.999999), 1e-12));
  }
  return u;
}

// M ~ U L U', U not negative, L the second moments of a symmetric Dirichlet distribution: by
// multiplicative steps that lower the Kullback-Leibler divergence.
Matrix factors_of(Matrix m, std::size_t topics, ThreadPool& pool) {
  const std::size_t words = m.rows();
  const double least = 1e-6 * *std::max_element(m.cells().begin(), m.cells().end());
  for (double& cell : m.cells()) cell = std::max(cell, least);
  Vector margin(words);
  for (std::size_t i = 0; i < words; ++i)
    margin[i] = std::accumulate(m.row(i).begin(), m.row(i).end(), 0.0);
  const double all = sum_of(margin);
  for (double& value : margin) value /= std::sqrt(all);
  Matrix u = first_factors(margin, topics);
  const auto k = static_cast<double>(topics);
  Matrix l(topics, topics);
  for (std::size_t i = 0; i < topics; ++i)
    for (std::size_t j = 0; j < topics; ++j)
      l(i, j) = (i == j ? 1 / k / (kAlphas + 1) : 0) + kAlphas / (kAlphas + 1) / k / k;
  for (int round = 0; round < kFactorRounds; ++round) {
    const Matrix h = product(u, l, pool);
    Matrix ratio = product(u, transposed(h), pool);
    pool.for_each(words, [&](std::size_t i, int) {
      for (std::size_t j = 0; j < words; ++j) ratio(i, j) = m(i, j) / (ratio(i, j) + 1e-12);
    });
    const Matrix step = product(ratio, h, pool);
    Vector sums(topics);
    for (std::size_t i = 0; i < words; ++i) add_scaled(sums, 1, h.row(i));
    for (std::size_t i = 0; i < words; ++i)
      for (std::size_t t = 0; t < topics; ++t) u(i, t) *= std::sqrt(step(i, t) / sums[t]);
  }
  return u;
}

Matrix normalised_topics(const Matrix& u, const Vector& weights) {
  Matrix phi = transposed(u);
  for (std::size_t k = 0; k < phi.rows(); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < phi.columns(); ++i) sum += phi(k, i) /= weights[i];
    for (double& cell : phi.row(k)) cell /= sum;
  }
  return phi;
}

// What the release has beyond independent words, which have mass f f' without its diagonal.
Matrix beyond_independence(const NoisyMoments& moments, const MomentMetric& metric,
                           const Vector& frequencies, double mass, ThreadPool& pool) {
  const std::size_t words = frequencies.size();
  const Vector along = times(metric.w, frequencies);
  Matrix spread = metric.w;
  Vector squares(words);
  for (std::size_t i = 0; i < words; ++i) squares[i] = mass * frequencies[i] * frequencies[i];
  scale_columns_by(spread, squares);
  Matrix beyond = product(spread, transposed(metric.w), pool);
  for (std::size_t i = 0; i < words; ++i)
    for (std::size_t j = 0; j < words; ++j)
      beyond(i, j) += moments.pairs(i, j) - mass * along[i] * along[j];
  return beyond;
}

}  // namespace

MomentFit fit_moments(const NoisyMoments& moments, const MomentMetric& metric,
                      std::optional<std::size_t> topics, ThreadPool& pool) {
  const std::size_t words = moments.totals.size();
  MomentFit fit{
      .topics = 1, .frequencies = joint_frequencies(moments, metric), .phi = Matrix(1, words)};
  const Vector& f = fit.frequencies;
  std::copy(f.begin(), f.end(), fit.phi.row(0).begin());
  if (topics == 1) return fit;
  const double mass = mass_of(moments.pairs, metric, f);
  std::size_t found = 0;
  const Coordinates at = best_coordinates(beyond_independence(moments, metric, f, mass, pool),
                                          metric, f, mass, moments.pair_deviation, pool);
  Matrix loadings = loadings_of(at, metric, moments.pair_deviation, &found, pool);
  fit.topics = topics.value_or(found + 1);
  if (fit.topics == 1) return fit;

  Vector weights(words);
  for (std::size_t i = 0; i < words; ++i)
    weights[i] = steady_exp(kWordWeight * steady_log(std::max(f[i], 1e-5)));
  scale_rows_by(loadings, weights);
  Matrix m = product(loadings, transposed(loadings), pool);
  for (std::size_t i = 0; i < words; ++i)
    for (std::size_t j = 0; j < words; ++j) m(i, j) += mass * f[i] * weights[i] * f[j] * weights[j];
  fit.phi = normalised_topics(factors_of(std::move(m), fit.topics, pool), weights);
  return fit;
}

}  // namespace dplda
