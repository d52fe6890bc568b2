#include "recipes/release_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/steady_math.h"

namespace dplda {
namespace {

// The average never takes less than this of a new table.
constexpr double kLeastGain = 0.1;
// Neither the totals of topics nor the mass of the tables is taken to be below this part of an even
// one.
constexpr double kLeastShare = 0.1;
// A cell is a mixture of exponentials whose means are these multiples of what independence gives.
constexpr std::array kRatios = {0.05, 0.3, 1.2, 5.0, 20.0};
constexpr int kFits = 25;

using Mixture = std::array<double, kRatios.size()>;

// One cell under each component: how likely (up to a factor), and the mean given that.
struct CellLaw {
  Mixture likelihood;
  Mixture mean;
};

// x is the cell's true value, exponential of mean r, plus normal noise of variance v. With
// t = (x - v / r) / sqrt v the marginal density is proportional to Phi(t) / (r phi(t)), and the
// mean of the true value given x is sqrt v (t + phi(t) / Phi(t)).
CellLaw cell_law(double x, double expected, double variance) {
  const double deviation = std::sqrt(variance);
  Mixture logarithm;
  CellLaw law;
  for (std::size_t a = 0; a < kRatios.size(); ++a) {
    const double r = kRatios[a] * expected;
    const double t = std::clamp((x - variance / r) / deviation, -1e8, 1e8);
    const double ratio = log_normal_ratio(t);
    logarithm[a] = ratio - steady_log(r);
    law.mean[a] = std::max(0.0, deviation * (t + steady_exp(-std::min(ratio, 700.0))));
  }
  const double most = *std::max_element(logarithm.begin(), logarithm.end());
  for (std::size_t a = 0; a < kRatios.size(); ++a)
    law.likelihood[a] = steady_exp(logarithm[a] - most);
  return law;
}

double weighted_sum(const Mixture& weights, const Mixture& values) {
  double sum = 0;
  for (std::size_t a = 0; a < weights.size(); ++a) sum += weights[a] * values[a];
  return sum;
}

// The mixture's weights by expectation maximisation, from even ones, with one more cell of each.
Mixture fitted(const std::vector<CellLaw>& cells) {
  Mixture weights;
  weights.fill(1.0 / kRatios.size());
  for (int fit = 0; fit < kFits; ++fit) {
    Mixture counts;
    counts.fill(1.0);
    for (const CellLaw& cell : cells) {
      const double scale = 1 / weighted_sum(weights, cell.likelihood);
      for (std::size_t a = 0; a < counts.size(); ++a)
        counts[a] += weights[a] * cell.likelihood[a] * scale;
    }
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    for (std::size_t a = 0; a < counts.size(); ++a) weights[a] = counts[a] / all;
  }
  return weights;
}

}  // namespace

ReleaseFilter::ReleaseFilter(std::size_t topics, std::vector<double> totals, double variance)
    : topics_(topics), totals_(std::move(totals)), variance_(variance) {}

// The gain of a Kalman filter whose drift is estimated from how far the new table is off.
void ReleaseFilter::add(std::span<const double> released) {
  if (average_.empty()) {
    average_.assign(released.begin(), released.end());
    average_variance_ = variance_;
    return;
  }
  double squares = 0;
  for (std::size_t i = 0; i < average_.size(); ++i) {
    const double change = released[i] - average_[i];
    squares += change * change;
  }
  const double innovation = squares / static_cast<double>(average_.size());
  const double drift = std::max(0.0, innovation - variance_ - average_variance_);
  const double before = average_variance_ + drift;
  const double gain = std::max(kLeastGain, before / (before + variance_));
  for (std::size_t i = 0; i < average_.size(); ++i)
    average_[i] += gain * (released[i] - average_[i]);
  average_variance_ = (1 - gain) * (1 - gain) * average_variance_ + gain * gain * variance_;
}

std::vector<double> ReleaseFilter::estimate(std::vector<double>& expected, ThreadPool& pool) const {
  const std::size_t words = totals_.size();
  std::vector<double> by_topic(topics_);
  for (std::size_t i = 0; i < average_.size(); ++i) by_topic[i % topics_] += average_[i];
  const double mass = std::accumulate(by_topic.begin(), by_topic.end(), 0.0);
  const double all = std::accumulate(totals_.begin(), totals_.end(), 0.0);
  const double scale = std::max(kLeastShare, mass / all);
  for (double& share : by_topic)
    share = std::max(share, kLeastShare * scale * all / static_cast<double>(topics_));
  const double shares = std::accumulate(by_topic.begin(), by_topic.end(), 0.0);

  expected.resize(average_.size());
  std::vector<CellLaw> cells(average_.size());
  pool.for_each(words, [&](std::size_t word, int) {
    for (std::size_t k = 0; k < topics_; ++k) {
      const std::size_t i = word * topics_ + k;
      expected[i] = totals_[word] * scale * by_topic[k] / shares;
      cells[i] = cell_law(average_[i], expected[i], average_variance_);
    }
  });
  const Mixture weights = fitted(cells);
  std::vector<double> means(average_.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    Mixture posterior;
    for (std::size_t a = 0; a < weights.size(); ++a)
      posterior[a] = weights[a] * cells[i].likelihood[a];
    means[i] = weighted_sum(posterior, cells[i].mean) / weighted_sum(weights, cells[i].likelihood);
  }
  return means;
}

void ReleaseFilter::restore(std::vector<double> average, double variance) {
  average_ = std::move(average);
  average_variance_ = variance;
}

}  // namespace dplda
