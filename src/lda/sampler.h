// A Gibbs chain, and what a sampler of it is: one sweep draws a new topic for every token. It knows
// no privacy.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "lda/prior.h"
#include "lda/snapshot_law.h"
#include "lda/token_sequences.h"
#include "lda/topic_table.h"

namespace dplda {

// The state of a Gibbs chain: tokens, a topic for each, and their counts, which agree between
// sweeps.
struct Chain {
  TokenSequences tokens;
  std::vector<Topic> topics;
  TopicTable table;
};

// A chain at its start: uniform topics, counted.
Chain started_chain(TokenSequences tokens, std::int64_t topics, const RandomStreams& random,
                    ThreadPool& pool);

class Sampler {
 public:
  virtual ~Sampler() = default;
  // One sweep. `sweep` numbers it in the run, from 1: its draws depend on the key and that number
  // alone.
  virtual void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) = 0;
  // The weights of the last sweep where they stood still; null where counts changed in place.
  virtual const SnapshotLaw* law() const { return nullptr; }
};

}  // namespace dplda
