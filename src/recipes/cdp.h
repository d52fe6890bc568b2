// The baselines CDP-LDA and CDP-LDA+: Laplace noise on the counts, in the first sweep only or fresh
// in every one (docs/internals/algorithms.md, "Baselines").
#pragma once

#include "recipes/registry.h"

namespace dplda {

enum class NoiseTimes { kOnce, kEverySweep };

// A baseline's row of the registry, but for its name and summary.
Plan cdp_plan(const TrainOptions& options, NoiseTimes times);
std::unique_ptr<Method> cdp_method(const Workbench& bench, NoiseTimes times);
void cdp_resolve(TrainOptions& options);

}  // namespace dplda
