#include "privacy/stated_total.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/errors.h"
#include "privacy/large_delta.h"
#include "privacy/ledger_entry.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

double figure_at(const Json& json, const char* key) {
  const Json& figure = json.at(key);
  if (figure.is_number() && figure.get<double>() >= 0) return figure.get<double>();
  if (figure != "infinite")
    throw InputError(fmt::format("its privacy record is damaged: '{}' is no figure", key));
  return PrivacyLoss::kInfinite;
}

double delta_at(const Json& json) {
  const Json& delta = json.at("delta");
  if (!delta.is_number() || !(delta.get<double>() >= 0 && delta.get<double>() < 1))
    throw InputError("its privacy record is damaged: its delta is none");
  return delta.get<double>();
}

}  // namespace

StatedTotal stated_total(const PrivacyLoss& loss, Unit unit, View view, double delta) {
  return {.unit = unit,
          .view = view,
          .pure_epsilon = loss.delta > 0 ? PrivacyLoss::kInfinite : loss.epsilon,
          .rho = loss.rho,
          .delta = delta,
          .epsilon_at_delta = epsilon_at(loss, delta),
          .judged_epsilon = epsilon_at(loss, std::min(delta, kJudgedDelta))};
}

Json to_json(const StatedTotal& total) {
  Json json = {{"unit", name_of(total.unit)},
               {"view", name_of(total.view)},
               {"pure_epsilon", figure_to_json(total.pure_epsilon)},
               {"rho", figure_to_json(total.rho)},
               {"delta", total.delta},
               {"epsilon_at_delta", figure_to_json(total.epsilon_at_delta)}};
  if (total.judged_epsilon) json["judged_epsilon"] = figure_to_json(*total.judged_epsilon);
  return json;
}

StatedTotal total_from_json(const Json& json) {
  try {
    StatedTotal total{.unit = unit_from_name(json.at("unit").get<std::string>()),
                      .view = view_from_name(json.at("view").get<std::string>()),
                      .pure_epsilon = figure_at(json, "pure_epsilon"),
                      .rho = figure_at(json, "rho"),
                      .delta = delta_at(json),
                      .epsilon_at_delta = figure_at(json, "epsilon_at_delta")};
    if (json.contains("judged_epsilon")) total.judged_epsilon = figure_at(json, "judged_epsilon");
    return total;
  } catch (const Json::exception&) {
    throw InputError("its privacy record is damaged: a total lacks its unit, its view or a figure");
  }
}

}  // namespace dplda
