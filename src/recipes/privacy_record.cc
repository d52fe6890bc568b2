#include "recipes/privacy_record.h"

#include <algorithm>

#include "recipes/training.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// The releases of some runs, entries of one kind together.
Json releases_of(const Ledger& ledger, const std::vector<std::string>& runs) {
  Json releases = Json::array();
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.kind == LedgerEntry::Kind::kExposure) continue;
    if (std::find(runs.begin(), runs.end(), entry.run) == runs.end()) continue;
    const Charge& charge = entry.charge;
    auto same = std::find_if(releases.begin(), releases.end(), [&](const Json& other) {
      return other["release"] == charge.release && other["mechanism"] == charge.mechanism.name &&
             other["parameters"] == charge.mechanism.parameters;
    });
    if (same == releases.end()) {
      releases.push_back({{"release", charge.release},
                          {"count", 0},
                          {"mechanism", charge.mechanism.name},
                          {"parameters", charge.mechanism.parameters}});
      same = releases.end() - 1;
    }
    const auto count = static_cast<std::int64_t>(charge.count);
    (*same)["count"] = (*same)["count"].get<std::int64_t>() +
                       (entry.kind == LedgerEntry::Kind::kCharge ? count : -count);
  }
  return releases;
}

std::string_view key_of(const TrainOptions& options) {
  if (options.seed) return "seed";
  return options.key_file.empty() ? "operating system" : "key file";
}

}  // namespace

Json privacy_record(const TrainOptions& options, const Plan& plan, const Ledger& ledger,
                    const std::vector<std::string>& runs, VocabularyOrigin vocabulary) {
  Json exposures = Json::array();
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.kind != LedgerEntry::Kind::kExposure) continue;
    const Json exposure = {{"release", entry.exposure.release}, {"reason", entry.exposure.reason}};
    if (std::find(exposures.begin(), exposures.end(), exposure) == exposures.end())
      exposures.push_back(exposure);
  }
  Json record = {{"private", !ledger.exposed()}, {"recipe", options.recipe}};
  if (!plan.each_sweep.empty()) {
    record["run"] = loss_to_json(ledger.total_of(runs, plan.unit, plan.view), plan.unit, plan.view,
                                 options.delta);
    record["data"] =
        loss_to_json(ledger.total(plan.unit, plan.view), plan.unit, plan.view, options.delta);
    record["recorded"] = ledger.on_disk();
    record["releases"] = releases_of(ledger, runs);
  }
  record["exposures"] = std::move(exposures);
  record["remarks"] = plan.remarks;
  record["vocabulary"] = name_of(vocabulary);
  record["key"] = key_of(options);
  return record;
}

}  // namespace dplda
