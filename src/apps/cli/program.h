// The program `dplda` as a function, for its own executable and for others that bring it along.
#pragma once

#include "apps/cli/verb.h"

namespace dplda::cli {

// All of it as data.
Verb program();

// Does what the command line asks for and returns the exit code (exit_codes.h). What went wrong is
// said on standard error. argv[0] is the program's name. It may be called again, but not while it
// runs.
int run(int argc, const char* const* argv);

}  // namespace dplda::cli
