// Who looks at a run from outside: progress bars, traces, attackers.
#pragma once

#include <cstdint>

#include "training/method.h"
#include "training/release_witness.h"

namespace dplda {

// The loop itself neither prints nor records.
class Observer {
 public:
  virtual ~Observer() = default;
  // Before the first sweep; `done` is above 0 for a resumed run.
  virtual void on_start(const Method& /*method*/, std::uint32_t /*done*/,
                        std::uint32_t /*sweeps*/) {}
  // As soon as a sweep has drawn its topics, under the priors that it drew them with: for those who
  // want to know how.
  virtual void on_draws(const Method& /*method*/) {}
  // After every sweep.
  virtual void on_sweep(const Method& /*method*/, std::uint32_t /*sweep*/) {}
  // While topics are checked against noise after the last sweep: how much of that is done.
  virtual void on_noise_check(std::uint64_t /*done*/, std::uint64_t /*of*/) {}
  // Asked after every sweep: true ends the run there, with a usable model.
  virtual bool stop() { return false; }
  // Asked once, before the run: who is told of every release; null outside of tests.
  virtual ReleaseWitness* witness() { return nullptr; }
};

}  // namespace dplda
