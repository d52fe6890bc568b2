// The sequential kernel: draws the topics of a document's tokens from counts that change as it
// goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/huge_vector.h"
#include "lda/prior.h"
#include "lda/topic_table.h"

namespace dplda {

// Weights are doubles in a fixed order of operations, so that every instruction set draws the same
// topic:
//   p_k = ((n_k^t + beta) * (n_m^k + alpha_k)) * (1 / (n_k + V beta));
// topics stand in groups of 8; a group's sum is ((p0+p4)+(p2+p6)) + ((p1+p5)+(p3+p7)); groups are
// added in order. The draw is u times the total; the group in which the running sum passes it is
// searched topic by topic.
inline constexpr std::size_t kInPlaceGroup = 8;

// What the kernel carries from document to document of a sweep. By topic, padded to the table's
// stride; `document` is 0 there, so that nothing is drawn.
struct InPlaceState {
  // REQUIRES: `table` outlives this and is changed by the kernel alone.
  InPlaceState(TopicTable& table, const Prior& prior);

  TopicTable& table;
  double beta;
  double smoothing;  // V beta
  HugeVector<double> alpha;
  HugeVector<double> counts;        // n_m^k
  HugeVector<double> document;      // n_m^k + alpha_k
  HugeVector<double> inverse;       // 1 / (n_k + V beta)
  HugeVector<double> next_inverse;  // the same of n_k + 1, known before a topic is drawn
  HugeVector<double> weights;       // p_k
  HugeVector<double> sums;          // of each group, padded to a multiple of 8 groups
  HugeVector<double> before;        // the sum of all groups before each, from element 7 on
};

// Draws a new topic for each token of a document, in order, and moves the counts; token j uses the
// upper 53 bits of draws[j]. REQUIRES: one topic and at least one draw a token, prior above 0.
void in_place_sweep(InPlaceState& state, std::span<const std::uint32_t> words,
                    std::span<Topic> topics, std::span<const std::uint64_t> draws);

}  // namespace dplda
