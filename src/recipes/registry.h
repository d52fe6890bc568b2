// The recipes by name. A recipe is a choice of parts for the one training loop; each is a file of
// its own.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "recipes/method.h"
#include "recipes/plan.h"
#include "recipes/stream_method.h"

namespace dplda {

struct Recipe {
  std::string_view name;
  std::string_view summary;
  // Its own defaults, where they differ from those of TrainOptions.
  nlohmann::ordered_json (*defaults)();
  // Works out what the options leave open; throws InputError if they cannot be.
  void (*resolve)(TrainOptions& options);
  // What it is going to release. REQUIRES: resolved options.
  Plan (*plan)(const TrainOptions& options);
  std::unique_ptr<Method> (*method)(const Workbench& bench, const TokenSequences& tokens);
  // Whether a document counts each word once, and at most --cap of them.
  bool distinct = false;
  // Whether it learns from reports of contributors, not from documents as they are.
  bool reports = false;
  // For recipes that learn batch by batch, in place of `method`.
  std::unique_ptr<StreamMethod> (*stream)(const StreamBench& bench) = nullptr;
};

std::span<const Recipe> recipes();
// Throws InputError naming the recipes that there are.
const Recipe& recipe_named(std::string_view name);

// Throws InputError if options were given that mean nothing: those of other recipes, and those that
// say nothing together with the others. `given`: whether an option was.
void refuse_idle(const TrainOptions& options, const std::function<bool(const std::string&)>& given);

// Each is defined in a file of its own.
extern const Recipe kCgsRecipe;
extern const Recipe kCdpRecipe;
extern const Recipe kCdpPlusRecipe;
extern const Recipe kHdpRecipe;
extern const Recipe kDocRecipe;
extern const Recipe kLpRecipe;
extern const Recipe kOnlineRecipe;
extern const Recipe kOnlineLpRecipe;

}  // namespace dplda
