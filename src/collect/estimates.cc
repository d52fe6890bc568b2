#include "collect/estimates.h"

#include <algorithm>
#include <array>

#include "base/steady_math.h"

namespace dplda {
namespace {

// The shares that the prior may sit on: a grid, even in logarithms.
constexpr std::size_t kGrid = 60;
constexpr double kLeastShare = 2e-4;
constexpr double kMostShare = 0.9;
constexpr int kFits = 200;
// A little of the prior stays everywhere.
constexpr double kFloor = 1e-3;

using Likelihoods = std::array<double, kGrid>;

std::array<double, kGrid> share_grid() {
  std::array<double, kGrid> grid;
  const double step = steady_log(kMostShare / kLeastShare) / (kGrid - 1);
  for (std::size_t s = 0; s < kGrid; ++s)
    grid[s] = kLeastShare * steady_exp(static_cast<double>(s) * step);
  return grid;
}

// The probability of a word's bits for every share, up to a factor of the word's own.
std::vector<Likelihoods> likelihoods(Channel channel, std::span<const std::uint64_t> ones,
                                     double reports, const std::array<double, kGrid>& grid) {
  std::array<double, kGrid> log_one;
  std::array<double, kGrid> log_zero;
  for (std::size_t s = 0; s < kGrid; ++s) {
    const double one = channel.flip + (1 - 2 * channel.flip) * grid[s];
    log_one[s] = steady_log(one);
    log_zero[s] = steady_log(1 - one);
  }
  std::vector<Likelihoods> all(ones.size());
  for (std::size_t t = 0; t < ones.size(); ++t) {
    const auto n = static_cast<double>(ones[t]);
    for (std::size_t s = 0; s < kGrid; ++s)
      all[t][s] = n * log_one[s] + (reports - n) * log_zero[s];
    const double best = *std::max_element(all[t].begin(), all[t].end());
    for (double& value : all[t]) value = steady_exp(value - best);
  }
  return all;
}

double dot(const Likelihoods& a, const Likelihoods& b) {
  double sum = 0;
  for (std::size_t s = 0; s < kGrid; ++s) sum += a[s] * b[s];
  return sum;
}

}  // namespace

double moment_estimate(Channel channel, std::uint64_t ones, std::uint64_t reports) {
  return (static_cast<double>(ones) - channel.flip * static_cast<double>(reports)) /
         (1 - 2 * channel.flip);
}

double moment_variance(Channel channel, std::uint64_t reports) {
  const double scale = 1 - 2 * channel.flip;
  return static_cast<double>(reports) * channel.flip * (1 - channel.flip) / (scale * scale);
}

double bayes_estimate(double moment, double prior_mean, double omega) {
  return omega * prior_mean + (1 - omega) * moment;
}

double omega_for(Channel channel, std::uint64_t reports, double prior_sigma) {
  const double variance = moment_variance(channel, reports);
  return variance / (variance + prior_sigma * prior_sigma);
}

std::vector<double> pooled_shares(Channel channel, std::span<const std::uint64_t> ones,
                                  std::uint64_t reports) {
  const std::array<double, kGrid> grid = share_grid();
  const std::vector<Likelihoods> bits =
      likelihoods(channel, ones, static_cast<double>(reports), grid);
  Likelihoods prior;
  prior.fill(1.0 / kGrid);
  for (int fit = 0; fit < kFits; ++fit) {
    Likelihoods next;
    next.fill(kFloor);
    for (const Likelihoods& word : bits) {
      const double sum = dot(prior, word);
      for (std::size_t s = 0; s < kGrid; ++s) next[s] += prior[s] * word[s] / sum;
    }
    double total = 0;
    for (const double weight : next) total += weight;
    for (std::size_t s = 0; s < kGrid; ++s) prior[s] = next[s] / total;
  }
  std::vector<double> shares;
  shares.reserve(ones.size());
  for (const Likelihoods& word : bits) {
    Likelihoods weighted;
    for (std::size_t s = 0; s < kGrid; ++s) weighted[s] = prior[s] * word[s];
    shares.push_back(dot(weighted, grid) / dot(prior, word));
  }
  return shares;
}

}  // namespace dplda
