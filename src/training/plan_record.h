// A plan for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "training/setup.h"

namespace dplda {

// What a run is going to cost, in a few lines.
std::string plan_text(const RunSetup& setup);

// The same as JSON (docs/use/formats.md).
nlohmann::ordered_json plan_json(const RunSetup& setup);

}  // namespace dplda
