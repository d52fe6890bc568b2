// Which ledger a run is charged to, and what may be spent.
#pragma once

#include <optional>
#include <string>

#include "base/options.h"
#include "privacy/ledger.h"

namespace dplda {

struct LedgerOptions {
  std::string ledger;  // empty: the data's path and ".ledger"
  bool no_ledger = false;
  std::optional<double> budget_epsilon;
  double budget_delta = 0;
  bool large_delta = false;  // deltas above kLargestDelta are wanted
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(LedgerOptions& options);

// Throws InputError if the delta of a run's total, or that of the budget, is large and nobody said
// that this is wanted (privacy/large_delta.h).
void check_deltas(double total_delta, const LedgerOptions& options);

// Where that ledger is or would be: as named, or beside the data, links followed. Empty with
// --no-ledger, and for standard input without a name.
std::string ledger_path(const LedgerOptions& options, const std::string& data);

// The ledger for a run on the data at the path `data` ("-": standard input), held for this process.
// For a run that protects nobody (`exposes`) on data whose ledger holds no exposure yet it must be
// said whether the model stays in the house (--no-ledger) or is to be recorded (--ledger). Throws
// InputError if the options contradict one another or do not say enough.
Ledger open_ledger(const LedgerOptions& options, const std::string& data, bool exposes);

// Sets the budget of the options, if there is one, for one unit and view.
void set_budget(Ledger& ledger, const LedgerOptions& options, Unit unit, View view);

}  // namespace dplda
