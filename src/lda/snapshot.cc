#include "lda/snapshot.h"

namespace dplda {

void snapshot_sweep(const SnapshotLaw& law, const TokenSequences& tokens, std::span<Topic> topics,
                    const Streams& streams, StreamPosition at, ThreadPool& pool) {
  const std::vector<std::uint64_t> chunks = document_chunks(tokens);
  std::vector<DenseScratch> scratch(static_cast<std::size_t>(pool.threads()), DenseScratch(law));
  pool.for_each(chunks.size() - 1, [&](std::size_t chunk, int worker) {
    StreamPosition start = at;
    for (std::uint64_t m = chunks[chunk]; m < chunks[chunk + 1]; ++m) {
      start.document = m;
      dense_sweep(law, tokens.document(m), topics.subspan(tokens.begin(m), tokens.length(m)),
                  streams, start, scratch[static_cast<std::size_t>(worker)]);
    }
  });
}

void SnapshotSampler::sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) {
  if (!law_ || alpha_ != prior.alpha) {
    law_.emplace(prior, chain.tokens.vocabulary(), chain.tokens.longest());
    alpha_ = prior.alpha;
  }
  law_->set_table(chain.table, prior.beta, pool_);
  snapshot_sweep(law_->law(), chain.tokens, chain.topics, streams_,
                 {.purpose = Purpose::kTopic, .sweep = sweep}, pool_);
  chain.table.recount(chain.tokens, chain.topics, pool_);
}

}  // namespace dplda
