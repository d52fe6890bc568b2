#include "privacy/ledger_entry.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors.h"
#include "privacy/mechanisms.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;
using Kind = LedgerEntry::Kind;

constexpr std::array<std::pair<Kind, std::string_view>, 6> kKinds = {{{Kind::kCharge, "charge"},
                                                                      {Kind::kExposure, "exposure"},
                                                                      {Kind::kUnmade, "unmade"},
                                                                      {Kind::kLineage, "lineage"},
                                                                      {Kind::kSources, "sources"},
                                                                      {Kind::kBudget, "budget"}}};

std::string_view name_of(Kind kind) {
  for (const auto& [known, name] : kKinds) {
    if (known == kind) return name;
  }
  return "";
}

Kind kind_from_name(const std::string& name) {
  for (const auto& [kind, known] : kKinds) {
    if (known == name) return kind;
  }
  throw InputError(fmt::format("there is no ledger entry of kind '{}'", name));
}

constexpr std::size_t kMarkDigits = 16;  // of a mark

std::string text_of(const std::vector<std::uint64_t>& marks) {
  std::string text;
  text.reserve(kMarkDigits * marks.size());
  for (const std::uint64_t mark : marks) text += fmt::format("{:016x}", mark);
  return text;
}

std::vector<std::uint64_t> marks_of(const std::string& text) {
  std::vector<std::uint64_t> marks(text.size() / kMarkDigits);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const char* digits = text.data() + i * kMarkDigits;
    const auto [end, error] = std::from_chars(digits, digits + kMarkDigits, marks[i], 16);
    if (error != std::errc() || end != digits + kMarkDigits)
      throw InputError("its marks of documents are none");
  }
  return marks;
}

Json budget_to_json(const Budget& budget) {
  Json json = {{"epsilon", figure_to_json(budget.epsilon)}, {"delta", budget.delta}};
  if (budget.unit) json["unit"] = dplda::name_of(*budget.unit);
  return json;
}

Budget budget_from_json(const Json& json) {
  const Json& epsilon = json.at("epsilon");
  Budget budget{.epsilon = epsilon.is_number() ? epsilon.get<double>() : PrivacyLoss::kInfinite,
                .delta = json.at("delta").get<double>()};
  if (json.contains("unit")) budget.unit = unit_from_name(json["unit"].get<std::string>());
  if (!(budget.epsilon > 0 && budget.delta >= 0 && budget.delta < 1))
    throw InputError("its budget is out of range");
  return budget;
}

void add_charge(const Charge& charge, Json& json) {
  json["release"] = charge.release;
  json["first"] = charge.first;
  json["count"] = charge.count;
  json["unit"] = dplda::name_of(charge.unit);
  json["view"] = dplda::name_of(charge.view);
  json["mechanism"] = charge.mechanism.name;
  json["parameters"] = to_json(charge.mechanism.parameters);
  json["each"] = {{"epsilon", figure_to_json(charge.mechanism.loss.epsilon)},
                  {"rho", figure_to_json(charge.mechanism.loss.rho)},
                  {"delta", charge.mechanism.loss.delta}};
}

Charge charge_from_json(const Json& json) {
  const auto mechanism = json.at("mechanism").get<std::string>();
  Charge charge = {.release = json.at("release").get<std::string>(),
                   .mechanism = mechanism_from(
                       mechanism, parameters_from_json(mechanism, json.at("parameters"))),
                   .unit = unit_from_name(json.at("unit").get<std::string>()),
                   .view = view_from_name(json.at("view").get<std::string>()),
                   .count = json.at("count").get<std::uint64_t>(),
                   .first = json.at("first").get<std::uint64_t>()};
  const bool sane = charge.count >= 1 && charge.first >= 1 && charge.count < (1ull << 40) &&
                    charge.first < (1ull << 40);
  if (!sane) throw InputError("its numbers are out of range");
  return charge;
}

}  // namespace

PrivacyLoss loss_in(const Charge& charge, Unit unit, View view) {
  const Mechanism& mechanism = charge.mechanism;
  // Reports are the contributors' releases, not those of whoever collects them.
  if ((charge.view == View::kReport) != (view == View::kReport)) return {};
  // Whoever sees topics sees the tables too, so that a charge in either view bounds both.
  if (charge.unit == unit) return charge.count * mechanism.loss;
  // A report is entered once for every unit (privacy/report_charges.h).
  if (view == View::kReport) return {};
  // A word replaced is, for a document-level release, one document replaced, or less.
  if (unit == Unit::kWord && charge.unit == Unit::kDocument)
    return charge.count * mechanism.word_replaced();
  // A document may hold any number of words.
  return PrivacyLoss::infinite();
}

PrivacyLoss loss_of_replacement(const Charge& charge) {
  if (charge.view == View::kReport) return loss_in(charge, Unit::kDocument, View::kReport);
  return charge.unit == Unit::kDocument ? charge.count * charge.mechanism.replaced
                                        : loss_in(charge, Unit::kDocument, charge.view);
}

std::string text_of(const Budget& budget) {
  std::string text = fmt::format("epsilon {:.6g}", budget.epsilon);
  if (budget.delta > 0) text += fmt::format(" at delta {:g}", budget.delta);
  return text + fmt::format(" (unit: {}, view: all together)",
                            budget.unit ? dplda::name_of(*budget.unit) : "that of each run");
}

Json figure_to_json(double value) { return std::isfinite(value) ? Json(value) : Json("infinite"); }

Json to_json(const LedgerEntry& entry) {
  Json json = {{"kind", name_of(entry.kind)}};
  if (!entry.run.empty()) json["run"] = entry.run;
  if (!entry.time.empty()) json["time"] = entry.time;
  switch (entry.kind) {
    case Kind::kCharge:
    case Kind::kUnmade:
      add_charge(entry.charge, json);
      break;
    case Kind::kExposure:
      json["release"] = entry.exposure.release;
      json["reason"] = entry.exposure.reason;
      break;
    case Kind::kLineage:
      json["id"] = entry.lineage;
      if (entry.restarted) json["restarted"] = true;
      break;
    case Kind::kSources:
      json["marks"] = text_of(entry.marks);
      if (entry.alike) json["alike"] = *entry.alike;
      break;
    case Kind::kBudget:
      json.update(budget_to_json(entry.budget));
  }
  return json;
}

LedgerEntry entry_from_json(const Json& json) {
  LedgerEntry entry{.kind = kind_from_name(json.at("kind").get<std::string>()),
                    .run = json.value("run", ""),
                    .time = json.value("time", "")};
  switch (entry.kind) {
    case Kind::kCharge:
    case Kind::kUnmade:
      entry.run = json.at("run").get<std::string>();
      entry.charge = charge_from_json(json);
      break;
    case Kind::kExposure:
      entry.run = json.at("run").get<std::string>();
      entry.exposure = {json.at("release").get<std::string>(),
                        json.at("reason").get<std::string>()};
      break;
    case Kind::kLineage:
      entry.lineage = json.at("id").get<std::string>();
      entry.restarted = json.value("restarted", false);
      break;
    case Kind::kSources:
      entry.marks = marks_of(json.at("marks").get<std::string>());
      if (json.contains("alike")) entry.alike = json["alike"].get<std::uint64_t>();
      break;
    case Kind::kBudget:
      entry.budget = budget_from_json(json);
  }
  return entry;
}

std::string to_text(const LedgerEntry& entry) { return to_json(entry).dump(); }

LedgerEntry entry_from_text(const std::string& text) {
  try {
    return entry_from_json(Json::parse(text));
  } catch (const nlohmann::json::exception&) {
    throw InputError("an entry of a ledger is damaged");
  }
}

}  // namespace dplda
