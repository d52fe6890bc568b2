// What a run would release and cost, without any data.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "training/training.h"

namespace dplda::runs {

struct PlanRequest {
  TrainOptions options = {};
  bool large_delta = false;  // a delta above kLargestDelta is wanted
  // How many documents of how many words there are, to say what may be expected of the run.
  std::optional<std::int64_t> documents = {};
  std::optional<std::int64_t> words = {};
};

struct PlanOutcome {
  std::string text;               // whole lines
  nlohmann::ordered_json record;  // the same (docs/use/formats.md)
  bool is_private;
};

// Throws InputError if options are out of range or contradict one another.
PlanOutcome plan(const PlanRequest& request);

}  // namespace dplda::runs
