// How likely the shipped mechanisms are to give an output: the exact laws of
// docs/internals/algorithms.md, with which an attacker tells two data sets apart.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lda/prior.h"
#include "lda/sampler.h"
#include "lda/snapshot_law.h"
#include "lda/topic_table.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"

namespace dplda {

// The score of an output that only the first data set can give; with the other sign, only the
// second. Above every score that an output of both has.
inline constexpr double kCertain = 1e6;

// ln P(noise = x), up to a constant.
inline double log_weight(const DiscreteLaplace& noise, std::int64_t x) {
  return -static_cast<double>(x < 0 ? -x : x) / noise.scale().value();
}
inline double log_weight(const DiscreteGaussian& noise, std::int64_t x) {
  return -static_cast<double>(x * x) / (2 * noise.variance().value());
}

// ln of how much more likely counts `first` than counts `second` are to give this release. Tables
// of one shape.
template <class Noise>
double release_ratio(const Noise& noise, const TopicTable& released, const TopicTable& first,
                     const TopicTable& second) {
  double ratio = 0;
  for (std::uint32_t word = 0; word < released.words(); ++word) {
    for (std::size_t k = 0; k < released.topics(); ++k) {
      const std::int64_t cell = released.column(word)[k];
      const std::int64_t a = first.column(word)[k];
      const std::int64_t b = second.column(word)[k];
      if (a != b) ratio += log_weight(noise, cell - a) - log_weight(noise, cell - b);
    }
  }
  return ratio;
}

// The same of cells of whole numbers, however they are laid out, and of what each data set adds to
// them. REQUIRES: as many cells in all three.
double cells_ratio(const DiscreteGaussian& noise, std::span<const std::int64_t> released,
                   const std::array<std::vector<std::int64_t>, 2>& parts);

// ln of the mean, over all choices of `kept` of these ratios, of their product: how a document's
// words speak where it is not known which of them were kept. Takes and gives logarithms. REQUIRES:
// no more are kept than there are.
double choice_ratio(std::span<const double> log_ratios, std::size_t kept);

// ln P(after | before) of one document's snapshot sweep (docs/internals/algorithms.md, "Snapshot
// sweep"): tokens in the order of `words`. REQUIRES: spans of one length.
double snapshot_log_probability(const SnapshotLaw& law, std::span<const std::uint32_t> words,
                                std::span<const Topic> before, std::span<const Topic> after);

// The same of all documents of a corpus.
double snapshot_log_probability(const SnapshotLaw& law, const TokenSequences& tokens,
                                std::span<const Topic> before, std::span<const Topic> after);

// ln P(after | before, released) of an in-place sweep as published: the release itself is updated
// with true words while topics are drawn (docs/internals/algorithms.md, "Baselines"). `totals`: n_k
// before it.
double in_place_log_probability(const TokenSequences& tokens, const Prior& prior, double clip,
                                std::span<const Topic> before, std::span<const Topic> after,
                                TopicTable released, std::vector<std::int64_t> totals);

}  // namespace dplda
