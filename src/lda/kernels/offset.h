// The kernel of in-place sampling over counts to which something was added
// (lda/offset_sampler.h).
#pragma once

#include <span>

#include "base/huge_vector.h"
#include "lda/kernels/walk.h"

namespace dplda {

// Weights are doubles in a fixed order of operations, so that every instruction set draws the same
// topic:
//   p_k = ((min(max(n_k^t + table offset, 0), clip) + beta) * document[k]) * inverse[k];
// where document[k] is max(0, n_m^k + added) + alpha_k. They are added in the order of the topics.
struct OffsetState : WalkState {
  // `offsets`: word by word with the table's stride; `total_offsets`: by topic, or empty. REQUIRES:
  // the offsets outlive this.
  OffsetState(TopicTable& table, const Prior& prior, std::span<const double> offsets,
              std::span<const double> total_offsets, double clip);

  std::span<const double> offsets;
  double clip;
  HugeVector<double> added;  // the document's offsets
  HugeVector<double> sums;   // p_0 + ... + p_k; infinite beyond the topics
};

// Draws a new topic for each token of a document, in order, and moves the counts; `added` is what
// state.added says. REQUIRES: one topic and at least one draw a token, no weight below 0.
void offset_document(OffsetState& state, const DocumentTokens& tokens);

}  // namespace dplda
