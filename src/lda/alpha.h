// Learning alpha from the topic counts of the documents: Minka's fixed point
// (docs/internals/algorithms.md, "Learning alpha").
#pragma once

#include <string_view>

#include "lda/sampler.h"

namespace dplda {

// Replaces prior.alpha by the maximum-likelihood value for the chain's present document-topic
// counts, as far as a few iterations reach it. Asymmetric: every topic its own; symmetric: one for
// all.
void optimise_alpha(Prior& prior, const Chain& chain, bool asymmetric);

}  // namespace dplda
