// The flags that say how to train, shared by the verbs that need them.
#pragma once

#include <string>

#include "apps/cli/verb.h"
#include "recipes/training.h"

namespace dplda::cli {

// All of them, --preset included. Both must outlive the table.
OptionTable recipe_flags(TrainOptions& options, std::string& preset);

// After parsing: what was given wins over the preset, the preset over the recipe's defaults. Throws
// InputError if a flag was given that means nothing for the recipe.
void apply_recipe(TrainOptions& options, const std::string& preset, const Given& given);

}  // namespace dplda::cli
