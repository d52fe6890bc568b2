// Learning through the channel as it is defined, a word of a document at a time: the operations of
// lda/channel_topics.h in plain loops.
#pragma once

#include <cstdint>
#include <vector>

#include "lda/channel_topics.h"

namespace dplda::test {

// exp(-x) and 1 - exp(-x) by the operations that the kernels do.
struct NaivePower {
  float power;
  float rest;
};
NaivePower naive_exp_minus(float x);

// The tables of channel_counts() and channel_news() after one sweep, K rows of V each.
struct NaiveTables {
  std::vector<double> tokens;
  std::vector<double> presences;
  std::vector<double> news;
};

// `phi`: K rows of V. `rates` are drawn anew, as a sweep does.
NaiveTables naive_channel_sweep(const WordSets& bits, std::span<const double> phi,
                                const ChannelSweep& how, double kappa, DocumentRates& rates,
                                const RandomStreams& random);

// Perturbed bits of documents with a few of `words` words each: something to sweep over.
WordSets channel_bits(std::uint32_t words, std::uint64_t documents, std::uint64_t seed);

// K rows of V positive numbers, normalised, some of them tiny.
std::vector<double> channel_phi(std::size_t topics, std::uint32_t words, std::uint64_t seed);

}  // namespace dplda::test
