// HDP-LDA as it was published, word for word: noise on the counts, clipped, but updated in place
// with true words while topics are drawn. Its claim is refuted (PRIVACY.md); kept for comparison.
#pragma once

#include <cstdint>

#include "recipes/shared_options.h"

namespace dplda {

struct LiteralHdpRun {
  double beta = 0;
  double clip = 0;
  Noise noise = Noise::kDiscrete;
  double epsilon_noise = 0;  // of the noise in each sweep; 0: there is none
  bool accumulate = false;   // noise piles up
  std::int64_t sweeps = 0;
};

// Adds plan and method.
RunSetup as_published_setup(RunSetup setup, const LiteralHdpRun& run);

}  // namespace dplda
