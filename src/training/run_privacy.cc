#include "training/run_privacy.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "privacy/report_charges.h"
#include "privacy/run_mark.h"

namespace dplda {
namespace {

bool same_kind(const StatedRelease& release, const Charge& charge) {
  return release.release == charge.release && release.unit == charge.unit &&
         release.view == charge.view && release.mechanism == charge.mechanism.name &&
         release.parameters == charge.mechanism.parameters;
}

// The releases of some runs, entries of one kind together.
std::vector<StatedRelease> releases_of(const Ledger& ledger, const std::vector<std::string>& runs) {
  std::vector<StatedRelease> releases;
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.kind != LedgerEntry::Kind::kCharge && entry.kind != LedgerEntry::Kind::kUnmade)
      continue;
    if (std::find(runs.begin(), runs.end(), entry.run) == runs.end()) continue;
    const Charge& charge = entry.charge;
    auto same = std::find_if(releases.begin(), releases.end(), [&](const StatedRelease& release) {
      return same_kind(release, charge);
    });
    if (same == releases.end()) {
      releases.push_back({.release = charge.release,
                          .unit = charge.unit,
                          .view = charge.view,
                          .mechanism = charge.mechanism.name,
                          .parameters = charge.mechanism.parameters});
      same = releases.end() - 1;
    }
    if (entry.kind == LedgerEntry::Kind::kCharge) {
      same->count += charge.count;
    } else {
      same->count -= charge.count;
    }
  }
  return releases;
}

// Each once; those that another run exposed say so.
std::vector<Exposure> exposures_of(const Plan& plan, const Ledger& ledger,
                                   const std::vector<std::string>& runs,
                                   const WordsOnRecord& words) {
  std::vector<Exposure> exposures;
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.kind != LedgerEntry::Kind::kExposure) continue;
    const bool own = std::find(runs.begin(), runs.end(), entry.run) != runs.end() ||
                     words.exposed() ||
                     std::find(plan.exposures.begin(), plan.exposures.end(), entry.exposure) !=
                         plan.exposures.end();
    Exposure exposure = entry.exposure;
    if (!own)
      exposure.reason =
          "by an earlier run on these documents, not by this one (" + exposure.reason + ")";
    if (std::find(exposures.begin(), exposures.end(), exposure) == exposures.end())
      exposures.push_back(std::move(exposure));
  }
  return exposures;
}

StatedKey key_of(const RunOptions& run) {
  if (run.seed) return StatedKey::kSeed;
  return run.keyed() ? StatedKey::kKeyFile : StatedKey::kOperatingSystem;
}

StatedWords words_of(VocabularyOrigin origin) {
  switch (origin) {
    case VocabularyOrigin::kPublic:
      return StatedWords::kPublic;
    case VocabularyOrigin::kPrivate:
      return StatedWords::kPrivate;
    case VocabularyOrigin::kAssumedPublic:
      return StatedWords::kAssumedPublic;
    case VocabularyOrigin::kData:
      break;
  }
  return StatedWords::kData;
}

// Which runs of the ledger the releases are from.
std::vector<std::string> marks_of(std::vector<std::string> runs,
                                  const std::vector<StatedRelease>& releases) {
  std::sort(runs.begin(), runs.end());
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  const std::string made = to_json(releases).dump();
  std::vector<std::string> marks;
  marks.reserve(runs.size());
  for (const std::string& run : runs) marks.push_back(run_mark(run, made));
  return marks;
}

// Who counts what else is released about the data, and up to which day it has.
StatedAccount account_of(const Ledger& ledger, const std::vector<std::string>& runs,
                         const std::vector<StatedRelease>& releases) {
  using Counter = StatedAccount::Counter;
  if (!ledger.on_disk()) return {.counter = ledger.shared() ? Counter::kProcess : Counter::kRun};
  StatedAccount account{.recorded = true, .counter = Counter::kLedger};
  account.known_on = ledger.entries().back().time.substr(0, std::string("2026-01-01").size());
  if (!ledger.lineage().empty()) account.lineage = ledger.lineage();
  account.restarted = ledger.restarted();
  account.runs = marks_of(runs, releases);
  return account;
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

PrivacyRecord privacy_of_run(const RunSetup& setup, const Ledger& ledger,
                             const std::vector<std::string>& runs, const WordsOnRecord& words) {
  const Plan& plan = setup.plan;
  PrivacyRecord record{
      .is_private = !ledger.exposed(),
      .recipe = setup.run.recipe,
      .exposures = exposures_of(plan, ledger, runs, words),
      .remarks = plan.remarks,
      .words = words_of(words.origin),
      .words_cut = words.cut_though_public(),
      .key = key_of(setup.run),
      .prior_public = (setup.prior.given() && setup.prior.is_public) || setup.public_text.given()};
  const bool of_reports = plan.view == View::kReport && !ledger.protected_views().empty();
  if (!plan.charges() && !of_reports) return record;
  const double delta = setup.run.delta;
  const auto own = [&](Unit unit) {
    return stated_total(ledger.total_of(runs, unit, plan.view), unit, plan.view, delta);
  };
  record.run = own(plan.unit);
  record.data = stated_total(ledger.total(plan.unit, plan.view), plan.unit, plan.view, delta);
  record.releases = releases_of(ledger, runs);
  if (of_reports) {
    for (const Unit unit : {Unit::kPresence, Unit::kWord, Unit::kDocument})
      record.units.push_back(own(unit));
  } else {
    record.account = account_of(ledger, runs, record.releases);
  }
  return record;
}

}  // namespace dplda
