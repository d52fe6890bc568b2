// The snapshot sampler: topic-word counts are frozen during a sweep, so documents are independent
// and any number of threads gives the same topics (docs/internals/algorithms.md, "Snapshot sweep").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lda/kernel.h"
#include "lda/sampler.h"
#include "lda/snapshot_law.h"
#include "lda/sparse_law.h"

namespace dplda {

// Sweeps every document once under one law after the other.
class SnapshotSweep {
 public:
  explicit SnapshotSweep(Kernel kernel) : kernel_(kernel) {}

  // The law of the sweeps from now on; it must outlive them, unchanged.
  void set_law(const SnapshotLaw& law, ThreadPool& pool);
  // REQUIRES: set_law() was called.
  const SnapshotLaw& law() const { return *law_; }
  // On all threads of the pool. The table is not touched. `at`: purpose and sweep of the draws.
  void run(const TokenSequences& tokens, std::span<Topic> topics, const RandomStreams& random,
           RandomPosition at, ThreadPool& pool) const;

 private:
  Kernel kernel_;
  const SnapshotLaw* law_ = nullptr;
  SparseLaw sparse_;
};

// The same with the dense kernel.
void snapshot_sweep(const SnapshotLaw& law, const TokenSequences& tokens, std::span<Topic> topics,
                    const RandomStreams& random, RandomPosition at, ThreadPool& pool);

class SnapshotSampler final : public Sampler {
 public:
  SnapshotSampler(const RandomStreams& random, ThreadPool& pool, Kernel kernel)
      : random_(random), pool_(pool), sweep_(kernel) {}

  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override;
  const SnapshotLaw* law() const override { return law_ ? &law_->law() : nullptr; }

 private:
  const RandomStreams& random_;
  ThreadPool& pool_;
  SnapshotSweep sweep_;
  std::optional<PlainLaw> law_;
  std::vector<double> alpha_;  // what law_ was made for
};

}  // namespace dplda
