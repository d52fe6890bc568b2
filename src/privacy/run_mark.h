// The mark of a run in its model: whoever has the ledger finds the run's entries by it, and nobody
// else learns anything from it.
#pragma once

#include <string>
#include <string_view>

namespace dplda {

// A mark of the run with that name in the ledger: a salt, and a digest of it and the name. `made`:
// what the model is made of. Only models of one run that are made of the same have the same mark,
// so that an exact repetition has the same model, and nothing else shows that two models are of one
// run: the name is a secret, and the salt a digest of it and `made`.
std::string run_mark(const std::string& run, std::string_view made);

// Whether the mark is one of that run.
bool is_mark_of(const std::string& mark, const std::string& run);

// Whether a text has the form of a mark: 64 hexadecimal digits.
bool is_run_mark(const std::string& text);

}  // namespace dplda
