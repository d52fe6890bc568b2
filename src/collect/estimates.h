// How many documents have a word, estimated from the perturbed bits of their reports
// (docs/internals/algorithms.md, "Reports"; the paper, sections V-B and VI).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dplda {

// What the server knows of the channel between the documents and their reports: a bit is flipped
// with probability `flip`, the paper's f / 2.
struct Channel {
  // REQUIRES: 1 <= threshold < 2^63; with 2^63 a bit says nothing.
  explicit Channel(std::uint64_t threshold) : flip(static_cast<double>(threshold) * 0x1p-64) {}

  double flip;
};

// N^_t = (2 n_t - f M) / (2 (1 - f)) from n_t bits set in M reports. Unbiased.
double moment_estimate(Channel channel, std::uint64_t ones, std::uint64_t reports);

// Its variance for a given corpus: M f (2 - f) / (4 (1 - f)^2).
double moment_variance(Channel channel, std::uint64_t reports);

// omega mu + (1 - omega) moment: biased by omega (mu - N_t), with (1 - omega)^2 of the variance.
double bayes_estimate(double moment, double prior_mean, double omega);

// The weight of a prior mean whose own standard deviation is `prior_sigma`: that of the smallest
// expected error, M f (2 - f) / (M f (2 - f) + 4 sigma^2 (1 - f)^2).
double omega_for(Channel channel, std::uint64_t reports, double prior_sigma);

// The share of documents that have each word, all words estimated together: shares are taken to
// come from one unknown distribution, which is fitted to the bits first, so that rare words, whose
// own estimates are mostly noise, are drawn to where most words are. The same bits on every
// machine. (Empirical Bayes with a nonparametric prior: Robbins 1956; docs/internals/algorithms.md,
// "Learning through the channel".) Between 0 and 1, both excluded.
std::vector<double> pooled_shares(Channel channel, std::span<const std::uint64_t> ones,
                                  std::uint64_t reports);

}  // namespace dplda
