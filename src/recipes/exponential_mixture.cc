#include "recipes/exponential_mixture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/steady_math.h"

namespace dplda {
namespace {

constexpr int kFits = 25;

// As many as there are ratios; what is beyond is 0.
using Mixture = std::array<double, 8>;

// One cell under each component: how likely (up to a factor), and the mean given that.
struct CellLaw {
  Mixture likelihood;
  Mixture mean;
};

// x is the cell's true value, exponential of mean r, plus normal noise of variance v. With
// t = (x - v / r) / sqrt v the marginal density is proportional to Phi(t) / (r phi(t)), and the
// mean of the true value given x is sqrt v (t + phi(t) / Phi(t)).
CellLaw cell_law(double x, double expected, double variance, std::span<const double> ratios) {
  const double deviation = std::sqrt(variance);
  Mixture logarithm{};
  CellLaw law{};
  for (std::size_t a = 0; a < ratios.size(); ++a) {
    const double r = ratios[a] * expected;
    const double t = std::clamp((x - variance / r) / deviation, -1e8, 1e8);
    const double ratio = log_normal_ratio(t);
    logarithm[a] = ratio - steady_log(r);
    law.mean[a] = std::max(0.0, deviation * (t + steady_exp(-std::min(ratio, 700.0))));
  }
  const double most = *std::max_element(
      logarithm.begin(), logarithm.begin() + static_cast<std::ptrdiff_t>(ratios.size()));
  for (std::size_t a = 0; a < ratios.size(); ++a)
    law.likelihood[a] = steady_exp(logarithm[a] - most);
  return law;
}

double weighted_sum(const Mixture& weights, const Mixture& values) {
  double sum = 0;
  for (std::size_t a = 0; a < weights.size(); ++a) sum += weights[a] * values[a];
  return sum;
}

// The mixture's weights by expectation maximisation, from even ones, with one more cell of each.
Mixture fitted(const std::vector<CellLaw>& cells, std::size_t parts) {
  Mixture weights{};
  std::fill_n(weights.begin(), parts, 1.0 / static_cast<double>(parts));
  for (int fit = 0; fit < kFits; ++fit) {
    Mixture counts{};
    std::fill_n(counts.begin(), parts, 1.0);
    for (const CellLaw& cell : cells) {
      const double scale = 1 / weighted_sum(weights, cell.likelihood);
      for (std::size_t a = 0; a < parts; ++a) counts[a] += weights[a] * cell.likelihood[a] * scale;
    }
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    for (std::size_t a = 0; a < parts; ++a) weights[a] = counts[a] / all;
  }
  return weights;
}

}  // namespace

std::vector<double> posterior_means(std::span<const double> seen, double variance,
                                    std::span<const double> expected,
                                    std::span<const double> ratios, std::size_t rows,
                                    ThreadPool& pool) {
  std::vector<CellLaw> cells(seen.size());
  const std::size_t columns = rows == 0 ? 0 : seen.size() / rows;
  pool.for_each(rows, [&](std::size_t row, int) {
    for (std::size_t i = row * columns; i < (row + 1) * columns; ++i)
      cells[i] = cell_law(seen[i], expected[i], variance, ratios);
  });
  const Mixture weights = fitted(cells, ratios.size());
  std::vector<double> means(seen.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    Mixture posterior;
    for (std::size_t a = 0; a < weights.size(); ++a)
      posterior[a] = weights[a] * cells[i].likelihood[a];
    means[i] = weighted_sum(posterior, cells[i].mean) / weighted_sum(weights, cells[i].likelihood);
  }
  return means;
}

}  // namespace dplda
