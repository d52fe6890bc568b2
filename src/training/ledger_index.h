// Where the ledgers of this user are: a list of paths, so that a copy, a part or a new preparation
// of the same documents finds the ledger that they belong to. Only a help: whoever cannot keep the
// list names ledgers with --ledger.
#pragma once

#include <string>
#include <vector>

#include "privacy/ledger.h"

namespace dplda {

// The list: $DPLDA_LEDGERS, or dplda/ledgers in $XDG_STATE_HOME or ~/.local/state; empty if there
// is no such place.
std::string ledger_index_path();

// Adds a ledger to the list. Does nothing if it cannot be kept.
void remember_ledger(const std::string& path);

struct KnownLedger {
  std::string path;
  Ledger ledger;
};

// The ledgers in some directories, then those of the list, each once. Files of the list that are
// gone are left out, and so is what is no ledger in a directory. Throws InputError if one of the
// list is damaged: it may be the one that is looked for; FileInUse if one was held by another
// process for more than `wait` seconds.
std::vector<KnownLedger> known_ledgers(const std::vector<std::string>& directories, double wait);

}  // namespace dplda
