// What the kernels that update counts in place share: tokens in order, each drawn from counts that
// the ones before it have changed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/huge_vector.h"
#include "base/random.h"
#include "lda/sampler.h"

namespace dplda {

// What such a kernel carries from document to document of a sweep. By topic, padded to the table's
// stride; `document` is 0 there, so that nothing is drawn.
struct WalkState {
  // `added`: to n_k, by topic, or empty. REQUIRES: `table` outlives this and is changed by the
  // kernel alone.
  WalkState(TopicTable& table, const Prior& prior, std::span<const double> added = {});

  TopicTable& table;
  double beta;
  double smoothing;  // V beta
  HugeVector<double> alpha;
  HugeVector<double> added_to_totals;
  HugeVector<double> counts;        // n_m^k
  HugeVector<double> document;      // the document's factor of p_k
  HugeVector<double> inverse;       // 1 / (n_k + added + V beta)
  HugeVector<double> next_inverse;  // the same of n_k + 1, known before a topic is drawn
  HugeVector<double> weights;       // p_k
};

// The tokens of one document, with the random bits of their draws: token j uses the upper 53 bits
// of draws[j].
struct DocumentTokens {
  std::uint64_t number;
  std::span<const std::uint32_t> words;
  std::span<Topic> topics;
  std::span<const std::uint64_t> draws;
};

// Calls `draw` for each document of the chain, in order. `draws` is room for random bits.
void walk_documents(Chain& chain, const RandomStreams& random, std::uint32_t sweep,
                    std::vector<std::uint64_t>& draws,
                    const std::function<void(const DocumentTokens&)>& draw);

}  // namespace dplda
