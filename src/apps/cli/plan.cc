// dplda plan: what a run would release and cost, without any data.
#include "recipes/plan.h"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/recipe_flags.h"
#include "eval/report.h"
#include "privacy/large_delta.h"
#include "recipes/plan_record.h"

namespace dplda::cli {
namespace {

struct PlanVerb : CLI::App {
  PlanVerb();

  void run();

  std::string json;
  bool large_delta = false;
  RecipeFlags flags;
};

PlanVerb::PlanVerb()
    : CLI::App("Work out what a run would release and what that costs; needs no data", "plan") {
  flags.add_to(*this);
  dplda::cli::add_options(*this, {large_delta_option(large_delta)});
  add_option("--json", json, "write the plan as JSON (-: standard output)")->type_name("FILE");
  callback([this] { run(); });
}

void PlanVerb::run() {
  flags.apply(*this);
  check(flags.options);
  check_delta("--delta", flags.options.delta, large_delta);
  const TrainOptions complete = resolved(flags.options);
  const Plan plan = plan_of(flags.options);
  if (!json.empty()) write_json(json, plan_json(complete, plan), kEverybody);
  if (json != "-") fmt::print("{}", plan_text(complete, plan));
}

}  // namespace

void add_plan(CLI::App& app) { app.add_subcommand(std::make_shared<PlanVerb>()); }

}  // namespace dplda::cli
