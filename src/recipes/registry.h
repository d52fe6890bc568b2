// The recipes by name. A recipe is a choice of parts for the one training loop; each is a file of
// its own.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "recipes/options.h"

namespace dplda {

struct Recipe {
  std::string_view name;
  std::string_view summary;
  // Its options with their defaults.
  TrainOptions (*options)();
  // The settings of the published experiments, for from_json().
  nlohmann::ordered_json (*paper)();
  // Whether it learns from reports of contributors, not from documents as they are.
  bool reports = false;
  // Whether it learns batch by batch.
  bool stream = false;
};

std::span<const Recipe> recipes();
// Throws InputError naming the recipes that there are.
const Recipe& recipe_named(std::string_view name);

}  // namespace dplda
