#include "training/ledger_options.h"

#include "base/errors.h"
#include "privacy/budget_options.h"
#include "privacy/large_delta.h"

namespace dplda {

OptionTable option_table(LedgerOptions& o) {
  return {
      {.name = "ledger",
       .target = &o.ledger,
       .help = "the ledger of the data (default: the one they were prepared with, or that knows "
               "their documents; else their path and .ledger)",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "no-ledger",
       .target = &o.no_ledger,
       .help = "record nothing: other releases of the same data are not counted",
       .affects_result = false},
      budget_epsilon_option(
          o.budget_epsilon,
          "refuse the run if the data's total epsilon would pass this (unit: that of the run, "
          "views: all together); what the ledger itself allows is kept in any case"),
      budget_delta_option(o.budget_delta, "that of the run"),
      wait_option(o.wait),
      large_delta_option(o.large_delta),
  };
}

void check_deltas(double total_delta, const LedgerOptions& options) {
  check_delta("`delta`", total_delta, options.large_delta);
  check_delta("`budget-delta`", options.budget_delta.value_or(0), options.large_delta);
}

void check(const LedgerOptions& options) {
  LedgerOptions copy = options;
  check(option_table(copy));
  if (options.no_ledger && !options.ledger.empty())
    throw InputError("give `ledger` or `no-ledger`, not both");
  if (options.no_ledger && options.budget_epsilon) {
    throw InputError(
        "a budget is kept in a ledger: leave out `no-ledger`, or leave out `budget-epsilon`");
  }
  if (options.budget_delta && !options.budget_epsilon)
    throw InputError("`budget-delta` says nothing without `budget-epsilon`");
}

void set_budget(Ledger& ledger, const LedgerOptions& options, Unit unit, double delta) {
  set_budget(ledger, unit, options.budget_epsilon, options.budget_delta, delta);
}

}  // namespace dplda
