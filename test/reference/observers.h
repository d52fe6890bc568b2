// Observers that tests share.
#pragma once

#include "training/training.h"

namespace dplda::test {

// Stops after a given number of sweeps, as Ctrl-C would.
class StopAfter final : public Observer {
 public:
  explicit StopAfter(std::uint32_t sweeps) : sweeps_(sweeps) {}
  void on_sweep(const Method&, std::uint32_t sweep) override { seen_ = sweep; }
  bool stop() override { return seen_ >= sweeps_; }

 private:
  std::uint32_t sweeps_;
  std::uint32_t seen_ = 0;
};

}  // namespace dplda::test
