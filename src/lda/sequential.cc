#include "lda/sequential.h"

#include "lda/kernels/in_place.h"

namespace dplda {

void SequentialSampler::sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) {
  InPlaceState state(chain.table, prior);
  walk_documents(chain, random_, sweep, draws_,
                 [&](const DocumentTokens& tokens) { in_place_document(state, tokens); });
}

}  // namespace dplda
