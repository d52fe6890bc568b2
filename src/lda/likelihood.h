// How well a chain explains its tokens: the log of P(words, topics), topics and shares integrated
// out.
#pragma once

#include "lda/sampler.h"

namespace dplda {

// log P(w, z) / N under the priors: what other Gibbs samplers report as likelihood per token. For
// progress only: it depends on the data and is never published for a private run.
double log_likelihood_per_token(const Chain& chain, const Prior& prior);

}  // namespace dplda
