// How a recipe trains: what it does in a sweep, and what it publishes in the end. The loop of
// recipes/training.h drives it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "lda/offset_sampler.h"
#include "lda/sampler.h"
#include "lda/snapshot_law.h"
#include "lda/topic_table.h"
#include "recipes/noise_check.h"
#include "recipes/release_witness.h"

namespace dplda {

struct Reports;
struct TrainOptions;

// What a method works with; all must outlive it.
struct Workbench {
  const TrainOptions& options;
  const Streams& streams;
  ThreadPool& pool;
  // What the corpus was rebuilt from; null where documents came as they are.
  const Reports* reports = nullptr;
  // Who is told of every release; null outside of audits and tests.
  ReleaseWitness* witness = nullptr;
};

// How the topics of a sweep were drawn, for whoever looks on; neither where no topics are drawn
// from a table.
struct DrawLaw {
  const SnapshotLaw* frozen = nullptr;  // by weights that stood still
  const Offsets* in_place = nullptr;    // by counts that changed in place, with these added
  double noise_scale = 0;  // of the integer Laplace noise in released(); 0: it has none
};

struct Published {
  std::vector<float> phi;         // K rows of V
  std::vector<float> prevalence;  // per topic
};

class Method {
 public:
  virtual ~Method() = default;

  // One sweep, numbered from 1. Whatever it releases was charged before.
  virtual void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) = 0;

  // What leaves the house after `sweeps` sweeps; whatever it releases was charged before.
  virtual Published publish(const Chain& chain, const Prior& prior, std::uint32_t sweeps) = 0;

  // The table that was released last, as everybody may see it; null where a recipe releases none.
  virtual const TopicTable* released() const { return nullptr; }

  // Documents without topics that look like the protected ones by all that was released: what the
  // noise check learns from (recipes/noise_check.h). Reads releases and what the unit leaves public
  // alone. Empty where no check can be made. REQUIRES: publish() was called.
  virtual TopiclessDocuments without_topics(const TokenSequences& /*tokens*/) const { return {}; }

  // The law of the last sweep, until the next one.
  virtual DrawLaw drawn_by() const { return {}; }

  // What later sweeps or publish() need of earlier sweeps beside the chain: goes into checkpoints.
  virtual std::span<const std::int64_t> kept() const { return {}; }
  // Takes it back. REQUIRES: it came from a method with the same options.
  virtual void keep(std::span<const std::int64_t> /*kept*/) {}
};

}  // namespace dplda
