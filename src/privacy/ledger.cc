#include "privacy/ledger.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "base/errors.h"
#include "privacy/large_delta.h"
#include "privacy/ledger_file.h"

namespace dplda {
namespace {

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

// A loss or total for people and files: infinity has no number in JSON.
nlohmann::ordered_json figure(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json("infinite");
}

// What one charge costs in a unit and view; nothing where it belongs to other data.
PrivacyLoss loss_in(const Charge& charge, Unit unit, View view) {
  const Mechanism& mechanism = charge.mechanism;
  // Reports are the contributors' releases, not those of whoever collects them.
  if ((charge.view == View::kReport) != (view == View::kReport)) return {};
  // Whoever sees topics sees the tables too, so that a charge in either view bounds both.
  if (charge.unit == unit) return charge.count * mechanism.loss;
  // A report is entered once for every unit (privacy/report_charges.h).
  if (view == View::kReport) return {};
  // A word replaced is, for a document-level release, one document replaced.
  if (unit == Unit::kWord && charge.unit == Unit::kDocument)
    return charge.count * mechanism.replaced;
  // A document may hold any number of words.
  return PrivacyLoss::infinite();
}

bool same_release(const LedgerEntry& entry, const std::string& run, const Charge& charge) {
  return entry.kind != LedgerEntry::Kind::kExposure && entry.run == run &&
         entry.charge.release == charge.release && entry.charge.unit == charge.unit &&
         entry.charge.mechanism.name == charge.mechanism.name &&
         entry.charge.mechanism.parameters == charge.mechanism.parameters;
}

// Numbers first..last, taken out of a sorted list of ranges.
using Range = std::pair<std::uint64_t, std::uint64_t>;
std::vector<Range> without(const std::vector<Range>& ranges, Range out) {
  std::vector<Range> left;
  for (const Range& range : ranges) {
    if (out.second < range.first || out.first > range.second) {
      left.push_back(range);
      continue;
    }
    if (range.first < out.first) left.emplace_back(range.first, out.first - 1);
    if (range.second > out.second) left.emplace_back(out.second + 1, range.second);
  }
  return left;
}

Range numbers_of(const Charge& charge) { return {charge.first, charge.first + charge.count - 1}; }

Charge part_of(const Charge& charge, Range numbers) {
  Charge part = charge;
  part.first = numbers.first;
  part.count = numbers.second - numbers.first + 1;
  return part;
}

// The numbers of a run's releases of one kind that stand charged, as ranges.
std::vector<Range> charged_numbers(const std::vector<LedgerEntry>& entries, const std::string& run,
                                   const Charge& charge) {
  std::vector<Range> charged;
  for (const LedgerEntry& entry : entries) {
    if (!same_release(entry, run, charge)) continue;
    charged = without(charged, numbers_of(entry.charge));
    if (entry.kind == LedgerEntry::Kind::kCharge) charged.push_back(numbers_of(entry.charge));
  }
  return charged;
}

std::string_view name_of(LedgerEntry::Kind kind) {
  switch (kind) {
    case LedgerEntry::Kind::kCharge:
      return "charge";
    case LedgerEntry::Kind::kExposure:
      return "exposure";
    case LedgerEntry::Kind::kUnmade:
      break;
  }
  return "unmade";
}

LedgerEntry::Kind kind_from_name(const std::string& name) {
  for (const auto kind :
       {LedgerEntry::Kind::kCharge, LedgerEntry::Kind::kExposure, LedgerEntry::Kind::kUnmade}) {
    if (name_of(kind) == name) return kind;
  }
  throw InputError(fmt::format("there is no ledger entry of kind '{}'", name));
}

std::vector<LedgerEntry> parsed(const std::vector<std::string>& lines, const std::string& path) {
  std::vector<LedgerEntry> entries;
  for (const std::string& line : lines) {
    try {
      entries.push_back(entry_from_json(nlohmann::ordered_json::parse(line)));
    } catch (const std::exception& error) {
      throw InputError(
          fmt::format("the ledger {} has an entry that makes no sense ({}); it is of "
                      "another version of dplda or was tampered with",
                      path, error.what()));
    }
  }
  return entries;
}

}  // namespace

Ledger::Ledger() = default;
Ledger::~Ledger() = default;
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;

Ledger::Ledger(const std::string& path) {
  std::vector<std::string> lines;
  file_ = std::make_unique<LedgerFile>(path, lines);
  entries_ = parsed(lines, path);
}

Ledger Ledger::read(const std::string& path) {
  Ledger ledger;
  ledger.entries_ = parsed(LedgerFile::read(path), path);
  return ledger;
}

// On disk first: an entry that could not be written does not count as made.
void Ledger::append(LedgerEntry entry) {
  if (file_) {
    entry.time = now();
    file_->append(dplda::to_json(entry).dump());
  }
  entries_.push_back(std::move(entry));
}

std::vector<Charge> Ledger::not_yet_charged(const std::string& run, const Charge& charge) const {
  std::vector<Range> missing = {numbers_of(charge)};
  for (const Range& range : charged_numbers(entries_, run, charge))
    missing = without(missing, range);
  std::vector<Charge> charges;
  charges.reserve(missing.size());
  for (const Range& range : missing) charges.push_back(part_of(charge, range));
  return charges;
}

void Ledger::check_budget(const std::string& run, const std::vector<Charge>& planned) const {
  if (!budget_) return;
  PrivacyLoss loss = total(budget_->unit, budget_->view);
  for (const Charge& charge : planned) {
    for (const Charge& part : not_yet_charged(run, charge))
      loss = loss + loss_in(part, budget_->unit, budget_->view);
  }
  const double epsilon = epsilon_at(loss, budget_->delta);
  if (epsilon <= budget_->epsilon) return;
  if (!std::isfinite(epsilon) && budget_->delta == 0 && std::isfinite(epsilon_at(loss, 1e-6))) {
    throw BudgetExhausted(
        "a budget without a delta asks for pure epsilon, which this does not have; add "
        "--budget-delta, such as 1e-6");
  }
  throw BudgetExhausted(fmt::format(
      "the budget of epsilon {:.6g}{} (unit: {}, view: {}) does not cover this: with what was "
      "released before it would come to {}; lower the run's cost or raise the budget",
      budget_->epsilon, budget_->delta > 0 ? fmt::format(" at delta {:g}", budget_->delta) : "",
      dplda::name_of(budget_->unit), dplda::name_of(budget_->view),
      std::isfinite(epsilon) ? fmt::format("{:.6g}", epsilon) : "infinity"));
}

void Ledger::charge(const std::string& run, const Charge& charge) {
  if (charge.count == 0) return;
  check_budget(run, {charge});
  for (const Charge& part : not_yet_charged(run, charge)) {
    own_.push_back(entries_.size());
    append({.kind = LedgerEntry::Kind::kCharge, .run = run, .time = {}, .charge = part});
  }
}

void Ledger::unmade(const std::string& run, const Charge& charge) {
  if (charge.count == 0) return;
  // What an earlier repetition of the run charged, it made.
  std::vector<Charge> back;
  for (const std::size_t index : own_) {
    const LedgerEntry& entry = entries_[index];
    if (!same_release(entry, run, charge)) continue;
    const Range numbers = {std::max(entry.charge.first, charge.first),
                           std::min(numbers_of(entry.charge).second, numbers_of(charge).second)};
    if (numbers.first <= numbers.second) back.push_back(part_of(charge, numbers));
  }
  for (const Charge& part : back)
    append({.kind = LedgerEntry::Kind::kUnmade, .run = run, .time = {}, .charge = part});
}

void Ledger::expose(const std::string& run, const Exposure& exposure) {
  if (budget_) {
    throw BudgetExhausted(fmt::format("no budget covers what would be exposed: {} ({})",
                                      exposure.release, exposure.reason));
  }
  const bool known = std::any_of(entries_.begin(), entries_.end(), [&](const LedgerEntry& entry) {
    return entry.kind == LedgerEntry::Kind::kExposure && entry.exposure == exposure;
  });
  if (known) return;
  append({.kind = LedgerEntry::Kind::kExposure,
          .run = run,
          .time = {},
          .charge = {},
          .exposure = exposure});
}

bool Ledger::exposed() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const LedgerEntry& entry) {
    return entry.kind == LedgerEntry::Kind::kExposure;
  });
}

PrivacyLoss Ledger::total_of(const std::vector<std::string>* runs, Unit unit, View view) const {
  PrivacyLoss sum;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const LedgerEntry& entry = entries_[i];
    if (entry.kind != LedgerEntry::Kind::kCharge) continue;
    if (runs != nullptr && std::find(runs->begin(), runs->end(), entry.run) == runs->end())
      continue;
    // Entries for the same releases are taken together, at the first of them.
    const auto same = [&](const LedgerEntry& other) {
      return same_release(other, entry.run, entry.charge);
    };
    const auto here = entries_.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(entries_.begin(), here, same)) continue;
    Charge all = entry.charge;
    all.count = 0;
    for (const Range& range : charged_numbers(entries_, entry.run, entry.charge))
      all.count += range.second - range.first + 1;
    if (all.count > 0) sum = sum + loss_in(all, unit, view);
  }
  return sum;
}

PrivacyLoss Ledger::total(Unit unit, View view) const {
  return exposed() ? PrivacyLoss::infinite() : total_of(nullptr, unit, view);
}

PrivacyLoss Ledger::total_of(const std::vector<std::string>& runs, Unit unit, View view) const {
  return total_of(&runs, unit, view);
}

std::vector<std::pair<Unit, View>> Ledger::protected_views() const {
  std::vector<std::pair<Unit, View>> views;
  for (const LedgerEntry& entry : entries_) {
    if (entry.kind != LedgerEntry::Kind::kCharge) continue;
    const std::pair<Unit, View> view = {entry.charge.unit, entry.charge.view};
    if (std::find(views.begin(), views.end(), view) == views.end()) views.push_back(view);
  }
  return views;
}

nlohmann::ordered_json loss_to_json(const PrivacyLoss& loss, Unit unit, View view, double delta) {
  return {{"unit", name_of(unit)},
          {"view", name_of(view)},
          {"pure_epsilon", loss.delta > 0 ? figure(PrivacyLoss::kInfinite) : figure(loss.epsilon)},
          {"rho", figure(loss.rho)},
          {"delta", delta},
          {"epsilon_at_delta", figure(epsilon_at(loss, delta))},
          {"judged_epsilon", figure(epsilon_at(loss, std::min(delta, kJudgedDelta)))}};
}

nlohmann::ordered_json Ledger::to_json(double delta) const {
  nlohmann::ordered_json totals = nlohmann::ordered_json::array();
  for (const auto& [unit, view] : protected_views())
    totals.push_back(loss_to_json(total(unit, view), unit, view, delta));
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const LedgerEntry& entry : entries_) entries.push_back(dplda::to_json(entry));
  return {{"exposed", exposed()}, {"totals", std::move(totals)}, {"entries", std::move(entries)}};
}

nlohmann::ordered_json to_json(const LedgerEntry& entry) {
  nlohmann::ordered_json json = {{"kind", name_of(entry.kind)}, {"run", entry.run}};
  if (!entry.time.empty()) json["time"] = entry.time;
  if (entry.kind == LedgerEntry::Kind::kExposure) {
    json["release"] = entry.exposure.release;
    json["reason"] = entry.exposure.reason;
    return json;
  }
  const Charge& charge = entry.charge;
  json["release"] = charge.release;
  json["first"] = charge.first;
  json["count"] = charge.count;
  json["unit"] = name_of(charge.unit);
  json["view"] = name_of(charge.view);
  json["mechanism"] = charge.mechanism.name;
  json["parameters"] = charge.mechanism.parameters;
  json["each"] = {{"epsilon", figure(charge.mechanism.loss.epsilon)},
                  {"rho", figure(charge.mechanism.loss.rho)},
                  {"delta", charge.mechanism.loss.delta}};
  return json;
}

LedgerEntry entry_from_json(const nlohmann::ordered_json& json) {
  LedgerEntry entry{.kind = kind_from_name(json.at("kind").get<std::string>()),
                    .run = json.at("run").get<std::string>(),
                    .time = json.value("time", ""),
                    .charge = {}};
  if (entry.kind == LedgerEntry::Kind::kExposure) {
    entry.exposure = {json.at("release").get<std::string>(), json.at("reason").get<std::string>()};
    return entry;
  }
  Charge& charge = entry.charge;
  charge = {.release = json.at("release").get<std::string>(),
            .mechanism =
                mechanism_from_json(json.at("mechanism").get<std::string>(), json.at("parameters")),
            .unit = unit_from_name(json.at("unit").get<std::string>()),
            .view = view_from_name(json.at("view").get<std::string>()),
            .count = json.at("count").get<std::uint64_t>(),
            .first = json.at("first").get<std::uint64_t>()};
  const bool sane = charge.count >= 1 && charge.first >= 1 && charge.count < (1ull << 40) &&
                    charge.first < (1ull << 40);
  if (!sane) throw InputError("its numbers are out of range");
  return entry;
}

}  // namespace dplda
