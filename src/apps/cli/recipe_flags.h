// The flags that say how to train, shared by the verbs that need them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "recipes/plan.h"
#include "recipes/training.h"

namespace dplda::cli {

struct RecipeFlags {
  // Declares all of them; the object must outlive the app.
  void add_to(CLI::App& app);
  // After parsing: what was given wins over the preset, the preset over the recipe's defaults.
  void apply(const CLI::App& app);

  TrainOptions options;
  std::string preset;
};

// What a run is going to cost, in a few lines. REQUIRES: resolved options.
std::string plan_text(const TrainOptions& options, const Plan& plan);

}  // namespace dplda::cli
