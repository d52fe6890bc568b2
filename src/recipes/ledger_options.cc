#include "recipes/ledger_options.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "base/files.h"
#include "privacy/large_delta.h"

namespace dplda {

OptionTable option_table(LedgerOptions& o) {
  return {
      {.name = "ledger",
       .target = &o.ledger,
       .help = "the ledger of the data (default: its path and .ledger)",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "no-ledger",
       .target = &o.no_ledger,
       .help = "record nothing: other releases of the same data are not counted",
       .affects_result = false},
      {.name = "budget-epsilon",
       .target = &o.budget_epsilon,
       .help = "refuse the run if the data's total epsilon would pass this",
       .least = 0,
       .above_least = true,
       .affects_result = false},
      {.name = "budget-delta",
       .target = &o.budget_delta,
       .help = "the delta of that total; 0 asks for pure epsilon",
       .least = 0,
       .most = 1,
       .below_most = true,
       .affects_result = false},
      large_delta_option(o.large_delta),
  };
}

void check_deltas(double total_delta, const LedgerOptions& options) {
  check_delta("--delta", total_delta, options.large_delta);
  check_delta("--budget-delta", options.budget_delta, options.large_delta);
}

std::string ledger_path(const LedgerOptions& options, const std::string& data) {
  if (options.no_ledger) return "";
  if (!options.ledger.empty()) return options.ledger;
  return data == "-" ? "" : resolved_path(data) + ".ledger";
}

Ledger open_ledger(const LedgerOptions& options, const std::string& data, bool exposes) {
  if (options.no_ledger && !options.ledger.empty())
    throw InputError("give --ledger or --no-ledger, not both");
  if (options.no_ledger && options.budget_epsilon) {
    throw InputError(
        "a budget is kept in a ledger: leave out --no-ledger, or leave out --budget-epsilon");
  }
  if (options.budget_delta > 0 && !options.budget_epsilon)
    throw InputError("--budget-delta says nothing without --budget-epsilon");
  if (options.no_ledger) return {};
  const std::string path = ledger_path(options, data);
  if (path.empty()) {
    if (exposes) return {};
    throw InputError(
        "data from standard input have no ledger of their own: name one with --ledger, or say "
        "--no-ledger");
  }
  Ledger ledger(path);
  if (exposes && options.ledger.empty() && !ledger.entries().empty() && !ledger.exposed()) {
    throw InputError(fmt::format(
        "this run protects nobody, and {} keeps account of these data: add --no-ledger if the "
        "model stays in the house, or --ledger {} to record the exposure",
        path, path));
  }
  return ledger;
}

void set_budget(Ledger& ledger, const LedgerOptions& options, Unit unit, View view) {
  if (!options.budget_epsilon) return;
  ledger.set_budget({.epsilon = *options.budget_epsilon,
                     .delta = options.budget_delta,
                     .unit = unit,
                     .view = view});
}

}  // namespace dplda
