// dplda plan: what a run would release and cost, without any data.
#include "runs/plan.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/recipe_flags.h"
#include "apps/cli/verb.h"
#include "privacy/large_delta.h"

namespace dplda::cli {
namespace {

struct PlanFlags {
  runs::PlanRequest request;
  RecipeFlags recipe;

  // Beside those of the recipe.
  OptionTable own();
  OptionTable table();
};

OptionTable PlanFlags::own() {
  return {large_delta_option(request.large_delta),
          {.name = "documents",
           .target = &request.documents,
           .help = "doc: say how many topics can be told from noise with so many documents",
           .least = 1,
           .most = 1e15},
          {.name = "words",
           .target = &request.words,
           .help = "with --documents: words of the vocabulary (default: as many as were measured "
                   "with)",
           .least = 1,
           .most = 1e9},
          {.name = "json",
           .target = &request.record,
           .help = "write the plan as JSON (-: standard output)",
           .metavar = "FILE"}};
}

OptionTable PlanFlags::table() {
  OptionTable table = recipe.table();
  for (Option& option : own()) table.push_back(std::move(option));
  return table;
}

void plan(PlanFlags& flags, const Given& given) {
  check(flags.own());
  flags.request.options = flags.recipe.options(given);
  const runs::PlanOutcome outcome = runs::plan(flags.request);
  if (flags.request.record != "-") fmt::print("{}", outcome.text);
}

}  // namespace

Verb plan_verb() {
  const auto flags = std::make_shared<PlanFlags>();
  return {.name = "plan",
          .help = "Work out what a run would release and what that costs; needs no data",
          .flags = flags->table(),
          .run = [flags](const Given& given) { plan(*flags, given); }};
}

}  // namespace dplda::cli
