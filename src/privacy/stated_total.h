// A total as it is stated: a loss in figures, with whom it protects and against what.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "privacy/guarantee.h"
#include "privacy/loss.h"

namespace dplda {

// A figure is infinite where no bound holds.
struct StatedTotal {
  Unit unit = Unit::kWord;
  View view = View::kTopicsAndCounts;
  double pure_epsilon = 0;
  double rho = 0;
  double delta = 0;  // the total delta at which the next figure holds
  double epsilon_at_delta = 0;
  // At kJudgedDelta (privacy/large_delta.h), or at `delta` where that is smaller; older records
  // lack it.
  std::optional<double> judged_epsilon = std::nullopt;

  bool operator==(const StatedTotal&) const = default;
};

// REQUIRES: 0 <= delta < 1.
StatedTotal stated_total(const PrivacyLoss& loss, Unit unit, View view, double delta);

// As one JSON object, in which infinity is a word, and back. Throws InputError if it is none.
nlohmann::ordered_json to_json(const StatedTotal& total);
StatedTotal total_from_json(const nlohmann::ordered_json& json);

}  // namespace dplda
