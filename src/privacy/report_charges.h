// What sending perturbed documents costs a contributor (docs/privacy/proofs.md, "Reports").
#pragma once

#include <cstdint>
#include <vector>

#include "privacy/ledger.h"

namespace dplda {

// The charges of `reports` reports of `words` presence bits each, flipped with probability
// threshold / 2^64, of documents of which at most `cap` words were kept (0: all of them) as
// docs/privacy/proofs.md, "Choosing kept words", says. One charge a unit: a word present or absent,
// a word occurrence replaced by another, the whole document replaced by any other. They belong
// together: see that the budget covers all (Ledger::check_budget), charge all, then send. Throws
// InputError unless 1 <= threshold <= 2^63 and words >= 1.
std::vector<Charge> report_charges(std::uint64_t threshold, std::uint32_t words, std::uint32_t cap,
                                   std::uint64_t reports);

}  // namespace dplda
