#include "training/privacy_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "privacy/ledger_totals.h"
#include "privacy/report_charges.h"
#include "privacy/run_mark.h"
#include "privacy/statement.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// The releases of some runs, entries of one kind together.
Json releases_of(const Ledger& ledger, const std::vector<std::string>& runs) {
  Json releases = Json::array();
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.kind != LedgerEntry::Kind::kCharge && entry.kind != LedgerEntry::Kind::kUnmade)
      continue;
    if (std::find(runs.begin(), runs.end(), entry.run) == runs.end()) continue;
    const Charge& charge = entry.charge;
    auto same = std::find_if(releases.begin(), releases.end(), [&](const Json& other) {
      return other["release"] == charge.release && other["unit"] == name_of(charge.unit) &&
             other["view"] == name_of(charge.view) && other["mechanism"] == charge.mechanism.name &&
             other["parameters"] == charge.mechanism.parameters;
    });
    if (same == releases.end()) {
      releases.push_back({{"release", charge.release},
                          {"count", 0},
                          {"unit", name_of(charge.unit)},
                          {"view", name_of(charge.view)},
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

std::string_view key_of(const RunOptions& run) {
  if (run.seed) return "seed";
  return run.keyed() ? "key file" : "operating system";
}

// Who counts what else is released about the data, and up to which day it has.
void add_account(const Ledger& ledger, Json& record) {
  record["recorded"] = ledger.on_disk();
  record["account"] = ledger.on_disk() ? "ledger" : ledger.shared() ? "process" : "run";
  if (!ledger.on_disk()) return;
  record["known_on"] = ledger.entries().back().time.substr(0, std::string("2026-01-01").size());
  if (!ledger.lineage().empty()) record["lineage"] = ledger.lineage();
  if (ledger.restarted()) record["restarted"] = true;
}

// Which runs of the ledger the releases of the record are from.
void add_runs(std::vector<std::string> runs, Json& record) {
  std::sort(runs.begin(), runs.end());
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  const std::string releases = record.at("releases").dump();
  for (const std::string& run : runs) record["runs"].push_back(run_mark(run, releases));
}

}  // namespace

Ledger report_account(const ReportParameters& reports, const std::vector<Exposure>& exposures,
                      const std::string& run) {
  Ledger account;
  for (const Exposure& exposure : exposures) account.expose(run, exposure);
  if ((reports.flags & kSeedKnown) != 0) {
    account.expose(run, {"every report", "not private: the contributors' seed is known"});
    return account;  // there is no loss to state
  }
  for (const Charge& charge : report_charges(reports.threshold, reports.words, reports.cap, 1))
    account.charge(run, charge);
  return account;
}

Json privacy_record(const RunSetup& setup, const Ledger& ledger,
                    const std::vector<std::string>& runs, const WordsOnRecord& words) {
  const Plan& plan = setup.plan;
  const double delta = setup.run.delta;
  Json exposures = Json::array();
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.kind != LedgerEntry::Kind::kExposure) continue;
    const bool own = std::find(runs.begin(), runs.end(), entry.run) != runs.end() ||
                     words.exposed() ||
                     std::find(plan.exposures.begin(), plan.exposures.end(), entry.exposure) !=
                         plan.exposures.end();
    const Json exposure = {
        {"release", entry.exposure.release},
        {"reason", own ? entry.exposure.reason
                       : "by an earlier run on these documents, not by this one (" +
                             entry.exposure.reason + ")"}};
    if (std::find(exposures.begin(), exposures.end(), exposure) == exposures.end())
      exposures.push_back(exposure);
  }
  Json record = {{"private", !ledger.exposed()}, {"recipe", setup.run.recipe}};
  const bool of_reports = plan.view == View::kReport && !ledger.protected_views().empty();
  if (plan.charges() || of_reports) {
    record["run"] =
        loss_to_json(ledger.total_of(runs, plan.unit, plan.view), plan.unit, plan.view, delta);
    record["data"] = loss_to_json(ledger.total(plan.unit, plan.view), plan.unit, plan.view, delta);
    if (of_reports) {
      record["units"] = Json::array();
      for (const Unit unit : {Unit::kPresence, Unit::kWord, Unit::kDocument}) {
        record["units"].push_back(
            loss_to_json(ledger.total_of(runs, unit, plan.view), unit, plan.view, delta));
      }
    } else {
      add_account(ledger, record);
    }
    record["releases"] = releases_of(ledger, runs);
    if (!of_reports && ledger.on_disk()) add_runs(runs, record);
  }
  record["exposures"] = std::move(exposures);
  record["remarks"] = plan.remarks;
  record["vocabulary"] = name_of(words.origin);
  if (words.cut_though_public()) record["vocabulary_cut"] = "by exact frequencies";
  record["key"] = key_of(setup.run);
  if (setup.prior.given() && setup.prior.is_public) record["prior"] = "stated to be public";
  return record;
}

bool was_interrupted(const nlohmann::ordered_json& owner) {
  return owner.contains("interrupted") && owner["interrupted"] == true;
}

std::string interruption_text(const nlohmann::ordered_json& owner) {
  if (!was_interrupted(owner)) return "";
  const bool counted = owner.contains("sweeps") && owner["sweeps"].is_number_unsigned();
  return fmt::format("The run was stopped {}before its last sweep.",
                     counted ? fmt::format("after sweep {}, ", owner["sweeps"].dump()) : "");
}

std::string statement_of(const nlohmann::ordered_json& owner) {
  const std::string text = statement_text(owner.value("privacy", nlohmann::ordered_json()));
  const std::string interruption = interruption_text(owner);
  return interruption.empty() ? text : fmt::format("{}Interrupted\n  {}\n", text, interruption);
}

}  // namespace dplda
