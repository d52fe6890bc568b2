// Options of whoever spends from a ledger: what may be spent in all, and how long to wait for it.
#pragma once

#include <optional>
#include <string>

#include "base/options.h"
#include "privacy/ledger.h"

namespace dplda {

// --budget-epsilon; `help` says what is refused when it would be passed, with unit and views.
Option budget_epsilon_option(std::optional<double>& epsilon, std::string help);
// --budget-delta; `unset` says which it is where none is given.
Option budget_delta_option(std::optional<double>& delta, const std::string& unset);
// --wait
Option wait_option(double& seconds);

// Whom the ledger's entries protect, and what may be spent on that, if anything is said of it:
// `epsilon` at `delta`, which is `usual_delta` where none is given.
void set_budget(Ledger& ledger, Unit unit, const std::optional<double>& epsilon,
                const std::optional<double>& delta, double usual_delta);

}  // namespace dplda
