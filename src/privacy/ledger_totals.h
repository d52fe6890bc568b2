// What the entries of a ledger come to: which releases stand charged, what they cost together, and
// whether a budget covers more of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "privacy/ledger_entry.h"
#include "privacy/loss.h"

namespace dplda {

// Releases of the kind of `charge`, whatever numbers it has, that stand charged to the run.
std::vector<Charge> charged(std::span<const LedgerEntry> entries, const std::string& run,
                            const Charge& charge);
// Of the releases that `charge` names those that do not stand charged to the run.
std::vector<Charge> not_yet_charged(std::span<const LedgerEntry> entries, const std::string& run,
                                    const Charge& charge);
// Of the releases that `charge` of the run names those that an entry names, too.
std::optional<Charge> in_common(const LedgerEntry& entry, const std::string& run,
                                const Charge& charge);
// Every release once, with how often it stands charged; of some runs, if they are named.
std::vector<Charge> standing_charges(std::span<const LedgerEntry> entries,
                                     const std::vector<std::string>* runs);
// Units and views for which something was charged, in the order of their first charge.
std::vector<std::pair<Unit, View>> charged_views(std::span<const LedgerEntry> entries);

// What the charges cost together.
PrivacyLoss total_of(const std::vector<Charge>& charges, Unit unit, View view);

// The budget that was set last; none if nobody limited anything.
std::optional<Budget> last_budget(std::span<const LedgerEntry> entries);
// Throws BudgetExhausted unless the budget covers all of the charges, in every view together, in
// that unit. `exposed`: something was, so that no budget does. `advice`: how to go on, as the end
// of a sentence.
void check_covers(const Budget& budget, Unit unit, const std::vector<Charge>& all, bool exposed,
                  const std::string& advice);

}  // namespace dplda
