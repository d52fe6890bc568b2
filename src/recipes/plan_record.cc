#include "recipes/plan_record.h"

#include <fmt/format.h>

#include "privacy/statement.h"
#include "recipes/registry.h"

namespace dplda {

std::string plan_text(const TrainOptions& options, const Plan& plan) {
  const auto sweeps = static_cast<std::uint32_t>(options.sweeps);
  std::string text;
  for (const Charge& charge : plan.whole(sweeps)) {
    text += fmt::format("  {} x {}: {} {}\n", charge.count, charge.release, charge.mechanism.name,
                        charge.mechanism.parameters.dump());
  }
  if (plan.charges()) {
    text += fmt::format("  total: {}\n", total_text(loss_to_json(plan.total(sweeps), plan.unit,
                                                                 plan.view, options.delta)));
  }
  for (const Exposure& exposure : plan.exposures) {
    text += fmt::format("  NOT PRIVATE: exposes {}: {}\n", exposure.release, exposure.reason);
  }
  if (recipe_named(options.recipe).reports) {
    text +=
        "  nothing about reports beyond themselves: each contributor bears the cost of its own, "
        "which "
        "'dplda info REPORTS' states\n";
  }
  for (const std::string& remark : plan.remarks) text += fmt::format("  {}\n", remark);
  return fmt::format("planned releases (recipe {}, {} sweeps):\n", options.recipe, sweeps) + text;
}

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

}  // namespace dplda
