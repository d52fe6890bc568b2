#include "recipes/release_filter.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "recipes/exponential_mixture.h"

namespace dplda {
namespace {

// The average never takes less than this of a new table.
constexpr double kLeastGain = 0.1;
// Neither the totals of topics nor the mass of the tables is taken to be below this part of an even
// one.
constexpr double kLeastShare = 0.1;
// A cell is a mixture of exponentials whose means are these multiples of what independence gives.
constexpr std::array kRatios = {0.05, 0.3, 1.2, 5.0, 20.0};
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
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = totals_[i / topics_] * scale * by_topic[i % topics_] / shares;
  return posterior_means(average_, average_variance_, expected, kRatios, words, pool);
}

void ReleaseFilter::restore(std::vector<double> average, double variance) {
  average_ = std::move(average);
  average_variance_ = variance;
}

}  // namespace dplda
