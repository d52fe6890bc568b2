#include "training/plan_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "privacy/privacy_record.h"
#include "privacy/statement.h"

namespace dplda {
namespace {

StatedTotal planned_total(const RunSetup& setup) {
  return stated_total(setup.total(), setup.plan.unit, setup.plan.view, setup.run.delta);
}

}  // namespace

std::string plan_text(const RunSetup& setup) {
  const Plan& plan = setup.plan;
  std::string text;
  for (const Charge& charge : setup.whole()) {
    text += fmt::format("  {} x {}: {} {}\n", charge.count, charge.release, charge.mechanism.name,
                        to_text(charge.mechanism.parameters));
  }
  if (plan.charges()) {
    text += fmt::format("  total: {}\n", total_text(planned_total(setup)));
  }
  for (const Exposure& exposure : plan.exposures) {
    text += fmt::format("  NOT PRIVATE: exposes {}: {}\n", exposure.release, exposure.reason);
  }
  if (plan.view == View::kReport) {
    text +=
        "  nothing about reports beyond themselves: each contributor bears the cost of its own, "
        "which "
        "'dplda info REPORTS' states\n";
  }
  for (const std::string& remark : plan.remarks) text += fmt::format("  {}\n", remark);
  return fmt::format("planned releases (recipe {}, {} sweeps):\n", setup.run.recipe,
                     setup.run.sweeps) +
         text;
}

nlohmann::ordered_json plan_json(const RunSetup& setup) {
  const Plan& plan = setup.plan;
  nlohmann::ordered_json releases = nlohmann::ordered_json::array();
  for (const Charge& charge : setup.whole()) {
    releases.push_back(to_json(LedgerEntry{.run = "planned", .time = {}, .charge = charge}));
  }
  nlohmann::ordered_json json = {{"recipe", setup.run.recipe},
                                 {"options", to_json(setup.all_options)},
                                 {"private", plan.is_private()}};
  if (plan.charges()) json["total"] = to_json(planned_total(setup));
  json["releases"] = std::move(releases);
  json["exposures"] = to_json(plan.exposures);
  json["remarks"] = plan.remarks;
  return json;
}

}  // namespace dplda
