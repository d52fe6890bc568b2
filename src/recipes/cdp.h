// The baselines CDP-LDA and CDP-LDA+: Laplace noise on the counts, in the first sweep only or fresh
// in every one (docs/internals/algorithms.md, "Baselines").
#pragma once

#include <optional>

#include "recipes/shared_options.h"

namespace dplda {

enum class NoiseTimes { kOnce, kEverySweep };

// Of both.
struct CdpOptions final : OptionsOf<CdpOptions> {
  explicit CdpOptions(NoiseTimes times = NoiseTimes::kOnce);
  const Recipe& of() const override;
  OptionTable own() override;
  void complete() override;
  RunSetup setup() const override;

  NoiseTimes times;
  std::optional<double> beta;
  std::optional<double> epsilon_noise;
  Choice<Noise> noise = Noise::kDiscrete;
};

extern const Recipe kCdpRecipe;
extern const Recipe kCdpPlusRecipe;

}  // namespace dplda
