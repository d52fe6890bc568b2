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

// The ledgers of the list and those in some directories that can be read, each once, in that order
// of directories first.
std::vector<KnownLedger> known_ledgers(const std::vector<std::string>& directories);

}  // namespace dplda
