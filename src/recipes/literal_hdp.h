// HDP-LDA as it was published, word for word: noise on the counts, clipped, but updated in place
// with true words while topics are drawn. Its claim is refuted (PRIVACY.md); kept for comparison.
#pragma once

#include <memory>

#include "recipes/method.h"
#include "recipes/plan.h"

namespace dplda {

// Exposed. REQUIRES: resolved options.
Plan literal_hdp_plan(const TrainOptions& options);
std::unique_ptr<Method> literal_hdp_method(const Workbench& bench, const TokenSequences& tokens);

}  // namespace dplda
