// dplda plan: what a run would release and cost, without any data.
#include "recipes/plan.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "apps/cli/cli.h"
#include "apps/cli/recipe_flags.h"
#include "base/errors.h"
#include "eval/report.h"
#include "privacy/statement.h"
#include "recipes/registry.h"
#include "recipes/training.h"

namespace dplda::cli {
namespace {

nlohmann::ordered_json plan_json(const TrainOptions& options, const Plan& plan) {
  TrainOptions copy = options;
  nlohmann::ordered_json releases = nlohmann::ordered_json::array();
  for (const Charge& charge : plan.whole(static_cast<std::uint32_t>(options.sweeps))) {
    releases.push_back(to_json(LedgerEntry{.run = "planned", .time = {}, .charge = charge}));
  }
  nlohmann::ordered_json exposures = nlohmann::ordered_json::array();
  for (const Exposure& exposure : plan.exposures)
    exposures.push_back({{"release", exposure.release}, {"reason", exposure.reason}});
  nlohmann::ordered_json json = {
      {"recipe", options.recipe},
      {"options", to_json(option_table(copy))},
      {"private", (plan.charges() || recipe_named(options.recipe).reports) && !plan.exposes()}};
  if (plan.charges())
    json["total"] = loss_to_json(plan.total(static_cast<std::uint32_t>(options.sweeps)), plan.unit,
                                 plan.view, options.delta);
  json["releases"] = std::move(releases);
  json["exposures"] = std::move(exposures);
  json["remarks"] = plan.remarks;
  return json;
}

struct PlanVerb : CLI::App {
  PlanVerb();

  void run();

  std::string json;
  RecipeFlags flags;
};

PlanVerb::PlanVerb()
    : CLI::App("Work out what a run would release and what that costs; needs no data", "plan") {
  flags.add_to(*this);
  add_option("--json", json, "write the plan as JSON (-: standard output)")->type_name("FILE");
  callback([this] { run(); });
}

void PlanVerb::run() {
  flags.apply(*this);
  check(flags.options);
  const TrainOptions complete = resolved(flags.options);
  const Plan plan = plan_of(flags.options);
  if (!json.empty()) write_json(json, plan_json(complete, plan));
  if (json != "-") fmt::print("{}", plan_text(complete, plan));
}

}  // namespace

void add_plan(CLI::App& app) { app.add_subcommand(std::make_shared<PlanVerb>()); }

}  // namespace dplda::cli
