// A chain that is swept over and over, the way a recipe's training loop does it.
#pragma once

#include <cstdint>
#include <memory>

#include "base/random.h"
#include "base/threads.h"
#include "lda/sampler.h"
#include "lda/samplers.h"
#include "privacy/ledger.h"
#include "recipes/cgs.h"
#include "recipes/hdp.h"
#include "training/method.h"
#include "training/training.h"

namespace dplda {

// Everything that belongs to a sweep: what it releases is charged first, in a ledger in memory and
// in blocks of sweeps as the training loop has them; then noise, weights, draws and the count.
class SweepRun {
 public:
  // `options` as for training; what they leave open is resolved.
  SweepRun(const TrainOptions& options, Chain chain, int threads);
  SweepRun(const SweepRun&) = delete;
  SweepRun& operator=(const SweepRun&) = delete;

  void sweep(std::uint64_t times);
  const Chain& chain() const { return *method_->chain(); }
  const Ledger& ledger() const { return ledger_; }

 private:
  RunSetup setup_;
  RandomStreams random_;
  ThreadPool pool_;
  OnePart part_;
  CpuBackend backend_;
  Ledger ledger_;
  std::unique_ptr<Method> method_;
  std::uint32_t done_ = 0;
  std::uint32_t charged_ = 0;
};

// Options of hdp for a run without an end: eps_L = 1 (unit: word, view: topics+counts).
HdpOptions endless_hdp(std::int64_t topics);
CgsOptions endless_cgs(std::int64_t topics, Sampling sampler);

// A chain after some sweeps, so that its tables look like those of a run.
Chain warmed_chain(const TokenSequences& tokens, std::int64_t topics, std::uint32_t sweeps);

}  // namespace dplda
