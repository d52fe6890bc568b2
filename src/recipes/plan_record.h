// A plan for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "recipes/plan.h"
#include "recipes/training.h"

namespace dplda {

// What a run is going to cost, in a few lines. REQUIRES: resolved options.
std::string plan_text(const TrainOptions& options, const Plan& plan);

// The same as JSON (docs/use/formats.md). REQUIRES: as above.
nlohmann::ordered_json plan_json(const TrainOptions& options, const Plan& plan);

}  // namespace dplda
