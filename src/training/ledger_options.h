// Which ledger a run is charged to, and what may be spent.
#pragma once

#include <optional>
#include <string>

#include "base/options.h"
#include "privacy/ledger.h"

namespace dplda {

struct LedgerOptions {
  std::string ledger = {};  // empty: that of the data
  bool no_ledger = false;
  std::optional<double> budget_epsilon = std::nullopt;
  std::optional<double> budget_delta = std::nullopt;  // empty: that of the run
  bool large_delta = false;                           // deltas above kLargestDelta are wanted
  double wait = Ledger::kWait;
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(LedgerOptions& options);

// Throws InputError if options contradict one another.
void check(const LedgerOptions& options);

// Throws InputError if the delta of a run's total, or that of the budget, is large and nobody said
// that this is wanted (privacy/large_delta.h).
void check_deltas(double total_delta, const LedgerOptions& options);

// Sets what the options allow, if they do, for a run in that unit whose total is stated at that
// delta.
void set_budget(Ledger& ledger, const LedgerOptions& options, Unit unit, double delta);

}  // namespace dplda
