// Topics fitted to reports through the known noise, from nothing (docs/internals/algorithms.md,
// "Learning through the channel").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "collect/estimates.h"
#include "lda/channel_topics.h"
#include "training/method.h"

namespace dplda {

class ChannelFit {
 public:
  // REQUIRES: `bits`, `random` and `backend` outlive this; at least one document.
  ChannelFit(const WordSets& bits, Channel channel, std::size_t topics, double alpha, double beta,
             const RandomStreams& random, Backend& backend);

  // One sweep, numbered from 1. Where `presences` is given, it gets what every word counts for when
  // it counts once in a document.
  void sweep(std::uint32_t sweep, std::vector<double>* presences = nullptr);

  // K rows of V.
  std::span<const double> phi() const { return phi_; }
  std::span<double> phi() { return phi_; }
  // Expected counts of the last sweep; zero before the first.
  std::span<const double> counts() const { return counts_; }
  std::span<double> counts() { return counts_; }
  const DocumentRates& rates() const { return rates_; }
  DocumentRates& rates() { return rates_; }
  // Tokens of a document, as the frequencies of words alone say.
  double length() const { return length_; }

  // Counts, K rows of V, smoothed as phi is.
  Published published(std::span<const double> counts) const;

 private:
  // What a cell has before any document is seen.
  double smoothing(std::size_t word) const { return smoothing_[word]; }
  void measure_words();
  void spread_topics();
  void move_phi();

  const WordSets& bits_;
  Channel channel_;
  std::size_t topics_;
  double beta_;
  const RandomStreams& random_;
  Backend& backend_;
  std::vector<double> word_rates_;  // Poisson rate of a word in a document
  std::vector<double> stretch_;     // how far beyond its target a step of phi goes
  std::vector<double> smoothing_;
  double length_ = 0;
  DocumentRates rates_;
  std::vector<double> phi_;
  std::vector<double> counts_;
  ChannelPhi kernel_phi_;
};

}  // namespace dplda
