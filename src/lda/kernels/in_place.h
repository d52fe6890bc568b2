// The sequential kernel: draws the topics of a document's tokens from counts that change as it
// goes.
#pragma once

#include <cstddef>

#include "base/huge_vector.h"
#include "lda/kernels/walk.h"

namespace dplda {

// Weights are doubles in a fixed order of operations, so that every instruction set draws the same
// topic:
//   p_k = ((n_k^t + beta) * (n_m^k + alpha_k)) * (1 / (n_k + V beta));
// topics stand in groups of 8; a group's sum is ((p0+p4)+(p2+p6)) + ((p1+p5)+(p3+p7)); groups are
// added in order. The draw is u times the total; the group in which the running sum passes it is
// searched topic by topic.
inline constexpr std::size_t kInPlaceGroup = 8;

struct InPlaceState : WalkState {
  InPlaceState(TopicTable& table, const Prior& prior);

  HugeVector<double> sums;    // of each group, padded to a multiple of 8 groups
  HugeVector<double> before;  // the sum of all groups before each, from element 7 on
};

// Draws a new topic for each token of a document, in order, and moves the counts. REQUIRES: one
// topic and at least one draw a token, prior above 0.
void in_place_document(InPlaceState& state, const DocumentTokens& tokens);

}  // namespace dplda
