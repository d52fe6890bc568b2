// Keys that people keep in files, and the names that runs have by their keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/key.h"

namespace dplda {

// 32 secret bytes. Throws InputError if the file holds another number of them, if all of them are
// equal, or if anybody but the owner may read it or write to it.
Key key_from_file(const std::string& path);

// Throws InputError if all bytes of a key are equal: it was never drawn. `name`: what to call it.
void refuse_constant(const Key& key, std::string_view name);

// The secret key of whoever keeps one: `key`, or that of the file, or none if its name is empty.
// Throws as above.
std::optional<Key> kept_key(const std::optional<Key>& key, const std::string& key_file);

// The key of a public seed; or one derived from a secret key for `use`, which names the program,
// the data and every option that decides the result, so that only an exact repetition has the same
// key again; or, with neither, one from the operating system.
Key run_key(const std::optional<std::int64_t>& seed, const std::optional<Key>& secret,
            std::string_view use);

// The name of a run in a ledger: the same for the same key, and nobody learns the key from it
// (docs/internals/algorithms.md, "Keys").
std::string run_name(const Key& key);

}  // namespace dplda
