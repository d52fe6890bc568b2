// The kernel of in-place sampling over counts to which something was added
// (lda/offset_sampler.h).
#pragma once

#include <cstdint>
#include <span>

#include "base/huge_vector.h"
#include "lda/prior.h"
#include "lda/topic_table.h"

namespace dplda {

// What the kernel carries from document to document of a sweep. Weights are doubles in a fixed
// order of operations, so that every instruction set draws the same topic:
//   p_k = ((min(max(n_k^t + table offset, 0), clip) + beta) * document[k]) * inverse[k];
// they are added in the order of the topics. By topic, padded to the table's stride; `document` is
// 0 there, so that nothing is drawn.
struct OffsetState {
  // `offsets`: word by word with the table's stride; `total_offsets`: by topic, or empty. REQUIRES:
  // all outlive this, and the table is changed by the kernel alone.
  OffsetState(TopicTable& table, const Prior& prior, std::span<const double> offsets,
              std::span<const double> total_offsets, double clip);

  TopicTable& table;
  std::span<const double> offsets;
  double beta;
  double clip;
  double smoothing;  // V beta
  HugeVector<double> alpha;
  HugeVector<double> added_to_totals;
  HugeVector<double> added;         // the document's offsets
  HugeVector<double> counts;        // n_m^k
  HugeVector<double> document;      // max(0, n_m^k + added) + alpha_k
  HugeVector<double> inverse;       // 1 / (n_k + offset + V beta)
  HugeVector<double> next_inverse;  // the same of n_k + 1, known before a topic is drawn
  HugeVector<double> weights;       // p_k
  HugeVector<double> sums;          // p_0 + ... + p_k; infinite beyond the topics
};

// Draws a new topic for each token of a document, in order, and moves the counts; token j uses the
// upper 53 bits of draws[j], and `added` is what state.added says. REQUIRES: one topic and at least
// one draw a token, no weight below 0.
void offset_document(OffsetState& state, std::span<const std::uint32_t> words,
                     std::span<Topic> topics, std::span<const std::uint64_t> draws);

}  // namespace dplda
