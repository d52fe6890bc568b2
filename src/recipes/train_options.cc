// The option table of training and its presets.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/errors.h"
#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda {
namespace {

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) names.emplace_back(recipe.name);
  return names;
}

}  // namespace

OptionTable option_table(TrainOptions& o) {
  return {
      {.name = "recipe", .target = &o.recipe, .help = "how to train", .choices = recipe_names()},
      {.name = "topics",
       .target = &o.topics,
       .help = "number of topics",
       .least = 1,
       .most = double{kMaxTopics}},
      {.name = "sweeps",
       .target = &o.sweeps,
       .help = "sweeps over the corpus",
       .least = 0,
       .most = 1e9},
      {.name = "alpha",
       .target = &o.alpha,
       .help = "prior of a document's topics, per topic",
       .least = 1e-5,
       .most = 1e6},
      {.name = "beta",
       .target = &o.beta,
       .help = "prior of a topic's words, per word",
       .least = 1e-9,
       .most = 1e6},
      {.name = "sampler",
       .target = &o.sampler,
       .help =
           "sequential: counts change as it goes; snapshot: frozen during a sweep, uses all cores",
       .choices = {"sequential", "snapshot"}},
      {.name = "optimize-alpha",
       .target = &o.optimize_alpha,
       .help = "learn alpha while training",
       .choices = {"none", "symmetric", "asymmetric"}},
      {.name = "optimize-every",
       .target = &o.optimize_every,
       .help = "sweeps between two updates of alpha",
       .least = 1,
       .most = 1e9},
      {.name = "optimize-after",
       .target = &o.optimize_after,
       .help = "sweeps before the first update of alpha",
       .least = 0,
       .most = 1e9},
      {.name = "seed",
       .target = &o.seed,
       .help = "public seed that makes the run repeatable; without it the operating system's "
               "randomness is used",
       .least = 0},
      {.name = "threads",
       .target = &o.threads,
       .help = "threads; 0 means all cores; the result does not depend on it",
       .least = 0,
       .most = 4096,
       .affects_result = false},
      {.name = "checkpoint",
       .target = &o.checkpoint,
       .help = "keep the run's state here, to resume it",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "every",
       .target = &o.every,
       .help = "sweeps between two checkpoints",
       .least = 1,
       .most = 1e9,
       .affects_result = false},
      {.name = "resume",
       .target = &o.resume,
       .help = "continue the run whose state is here",
       .metavar = "FILE",
       .affects_result = false},
  };
}

nlohmann::ordered_json preset(const std::string& name) {
  if (name == "paper") return {{"topics", 50}, {"alpha", 1.0}, {"beta", 0.01}, {"sweeps", 200}};
  throw InputError(fmt::format("--preset must be: paper; not '{}'", name));
}

}  // namespace dplda
