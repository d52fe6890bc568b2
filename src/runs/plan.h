// What a run would release and cost, without any data.
#pragma once

#include <cstdint>
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
  std::string record = {};  // as JSON; "-": standard output; empty: it is not written
};

struct PlanOutcome {
  std::string text;    // whole lines
  std::string record;  // the same as JSON, in one line (docs/use/formats.md)
  bool is_private;
};

// Throws InputError if options are out of range or contradict one another.
PlanOutcome plan(const PlanRequest& request);

}  // namespace dplda::runs
