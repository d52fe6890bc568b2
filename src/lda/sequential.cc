#include "lda/sequential.h"

#include "lda/kernels/in_place.h"

namespace dplda {

void SequentialSampler::sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) {
  InPlaceState state(chain.table, prior);
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    const std::span<const std::uint32_t> words = chain.tokens.document(m);
    draws_.resize((words.size() + 7) / 8 * 8);
    streams_.draws({.purpose = Purpose::kTopic, .sweep = sweep, .document = m}, draws_);
    in_place_sweep(state, words,
                   std::span(chain.topics).subspan(chain.tokens.begin(m), words.size()), draws_);
  }
}

}  // namespace dplda
