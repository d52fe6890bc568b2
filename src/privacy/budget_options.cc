#include "privacy/budget_options.h"

#include <utility>

namespace dplda {

Option budget_epsilon_option(std::optional<double>& epsilon, std::string help) {
  return {.name = "budget-epsilon",
          .target = &epsilon,
          .help = std::move(help),
          .least = 0,
          .most = kMostBudget,
          .above_least = true,
          .affects_result = false};
}

Option budget_delta_option(std::optional<double>& delta, const std::string& unset) {
  return {.name = "budget-delta",
          .target = &delta,
          .help = "the delta of that total (default: " + unset + "); 0 asks for pure epsilon",
          .least = 0,
          .most = 1,
          .below_most = true,
          .affects_result = false};
}

Option wait_option(double& seconds) {
  return {.name = "wait",
          .target = &seconds,
          .help = "seconds to wait for a ledger that another process is writing to",
          .least = 0,
          .most = 1e9,
          .affects_result = false};
}

void set_budget(Ledger& ledger, Unit unit, const std::optional<double>& epsilon,
                const std::optional<double>& delta, double usual_delta) {
  ledger.set_subject(unit);
  if (!epsilon) return;
  ledger.set_budget({.epsilon = *epsilon, .delta = delta.value_or(usual_delta), .unit = unit});
}

}  // namespace dplda
