// dplda plan: what a run would release and cost, without any data.
#include "recipes/plan.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/cli/cli.h"
#include "apps/cli/recipe_flags.h"
#include "base/errors.h"
#include "eval/report.h"
#include "privacy/large_delta.h"
#include "recipes/expectation.h"
#include "recipes/measured_expectations.h"
#include "recipes/plan_record.h"

namespace dplda::cli {
namespace {

struct PlanVerb : CLI::App {
  PlanVerb();

  OptionTable table();
  void run();

  std::optional<std::int64_t> documents;
  std::optional<std::int64_t> words;
  std::string json;
  bool large_delta = false;
  RecipeFlags flags;
};

PlanVerb::PlanVerb()
    : CLI::App("Work out what a run would release and what that costs; needs no data", "plan") {
  flags.add_to(*this);
  dplda::cli::add_options(*this, {large_delta_option(large_delta)});
  dplda::cli::add_options(*this, table());
  add_option("--json", json, "write the plan as JSON (-: standard output)")->type_name("FILE");
  callback([this] { run(); });
}

OptionTable PlanVerb::table() {
  return {{.name = "documents",
           .target = &documents,
           .help = "doc: say how many topics can be told from noise with so many documents",
           .least = 1,
           .most = 1e15},
          {.name = "words",
           .target = &words,
           .help = "with --documents: words of the vocabulary (default: as many as were measured "
                   "with)",
           .least = 1,
           .most = 1e9}};
}

void PlanVerb::run() {
  check(table());
  if (words && !documents)
    throw InputError("--words says something together with --documents only; give both");
  flags.apply(*this);
  check(flags.options);
  check_delta("--delta", flags.options.delta, large_delta);
  const TrainOptions complete = resolved(flags.options);
  const Plan plan = plan_of(flags.options);
  std::optional<Expectation> expected;
  if (documents) {
    expected = expectation(complete, plan, static_cast<double>(*documents),
                           words ? static_cast<double>(*words) : kMeasuredWords);
  }
  nlohmann::ordered_json record = plan_json(complete, plan);
  if (documents) record["expected"] = expected ? to_json(*expected) : nlohmann::ordered_json();
  if (!json.empty()) write_json(json, record, kEverybody);
  if (json == "-") return;
  fmt::print("{}", plan_text(complete, plan));
  if (expected) fmt::print("expected:\n{}", expectation_text(*expected));
  if (documents && !expected)
    fmt::print("expected:\n  nothing was measured for such a run; recipe doc has figures\n");
}

}  // namespace

void add_plan(CLI::App& app) { app.add_subcommand(std::make_shared<PlanVerb>()); }

}  // namespace dplda::cli
