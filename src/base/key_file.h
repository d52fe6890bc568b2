// Keys that people keep in files, and the names that runs have by their keys.
#pragma once

#include <string>

#include "base/random.h"

namespace dplda {

// 32 secret bytes. Throws InputError if the file holds another number of them.
Key key_from_file(const std::string& path);

// The name of a run in a ledger: the same for the same key, and nobody learns the key from it
// (docs/algorithms.md, "Keys").
std::string run_name(const Key& key);

}  // namespace dplda
