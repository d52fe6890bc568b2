// The flags that say how to train, shared by the verbs that need them.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/verb.h"
#include "training/recipe.h"

namespace dplda::cli {

// Which flags mean something is known only when --recipe is: until then each is kept by the first
// recipe that has it.
class RecipeFlags {
 public:
  RecipeFlags();

  // --recipe, --preset and the options of all recipes, each once. Bound to this object.
  OptionTable table();

  // After parsing: what was given wins over the preset, the preset over the recipe's defaults.
  // Throws InputError if a flag was given that means nothing for the recipe.
  TrainOptions options(const Given& given);

 private:
  std::string recipe_;
  std::string preset_;
  std::vector<TrainOptions> by_recipe_;  // in the order of the registry
};

}  // namespace dplda::cli
