// The inherent-privacy monitor: what the paper's propositions give for a plain run. It depends on
// the data, guarantees nothing and is not for publication (docs/internals/algorithms.md, "The
// monitor").
#pragma once

#include <cstdint>
#include <vector>

#include "lda/sampler.h"

namespace dplda {

struct InherentPrivacy {
  std::vector<double> sweeps;  // the largest epsilon of a token, sweep by sweep
  double total = 0;            // the largest over tokens of the sum over sweeps
};

// Collects the figures of a run.
class InherentPrivacyMonitor {
 public:
  explicit InherentPrivacyMonitor(const TokenSequences& tokens);

  // Before a sweep: its counts decide what the sweep gives away. `clip`: what a count counts as at
  // most, infinite without.
  void on_sweep(const TopicTable& table, double beta, double clip);
  const InherentPrivacy& figures() const { return figures_; }

 private:
  std::uint64_t most_frequent_ = 0;  // max over words of n_t
  InherentPrivacy figures_;
};

}  // namespace dplda
