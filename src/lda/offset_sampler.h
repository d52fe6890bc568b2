// In-place Gibbs sampling over counts to which something was added: what the published private
// algorithms do with their noise (docs/internals/algorithms.md, "Baselines").
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/random.h"
#include "lda/sampler.h"

namespace dplda {

struct Offsets {
  // Added to n_k^t, word by word with the table's stride; for those who look on, empty: nothing is.
  std::vector<double> table;
  // Added to n_k where the draw divides by it; empty: nothing is.
  std::vector<double> totals = {};
  // Writes what is added to n_m^k of one document; empty: nothing is.
  std::function<void(std::uint64_t document, std::span<double> out)> document;
  // A topic-word count counts as 0 below 0 and as this above it.
  double clip = std::numeric_limits<double>::infinity();
};

// One sweep: tokens in order, true counts updated in place, a topic drawn with
//   p_k = (clip(n_k^t + table offset) + beta) (max(0, n_m^k + document offset) + alpha_k)
//         / (n_k + total offset + V beta).
void offset_sweep(Chain& chain, const Prior& prior, const Offsets& offsets,
                  const RandomStreams& random, std::uint32_t sweep);

// (clip(n_k^t + offset) + beta), normalised topic by topic: K rows of V.
std::vector<float> phi_from_offsets(const TopicTable& table, const Offsets& offsets, double beta);

}  // namespace dplda
