// The program `dplda` as a function, for its own executable and for others that bring it along.
#pragma once

#include <CLI/CLI.hpp>

namespace dplda::cli {

// Declares every verb.
void add_verbs(CLI::App& app);

// Does what the command line asks for and returns the exit code (exit_codes.h). What went wrong is
// said on standard error. argv[0] is the program's name. It may be called again, but not while it
// runs.
int run(int argc, const char* const* argv);

}  // namespace dplda::cli
