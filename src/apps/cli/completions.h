// Completion scripts for shells, made of the same tree as the man pages.
#pragma once

#include <string>

#include "apps/cli/commands.h"

namespace dplda::cli {

// What may stand in a place of the command line.
enum class Completion { kNothing, kChoices, kFiles, kDirectories };

Completion value_completion(const Flag& flag);
// The same for an argument: a file if nothing else is known.
Completion argument_completion(const Flag& argument);

// One word for a shell, whatever is in it: 'it'\''s'.
std::string shell_quoted(const std::string& text);

// For `complete -F`, which needs no other package.
std::string bash_completions(const Command& root);
// To be stored as _dplda in a directory of $fpath.
std::string zsh_completions(const Command& root);
std::string fish_completions(const Command& root);

}  // namespace dplda::cli
