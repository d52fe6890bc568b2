// The flags that say how to train, shared by the verbs that need them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

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

}  // namespace dplda::cli
