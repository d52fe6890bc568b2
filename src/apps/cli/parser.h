// From words on a command line to what they ask for.
#pragma once

#include "apps/cli/verb.h"

namespace dplda::cli {

// Sets the options of the verb that the words name and runs it, or prints help or the version.
// Throws InputError if the words are none of the program's, and whatever the verb throws.
// REQUIRES: argv[0] is the program's name.
void parse_and_run(const Verb& program, int argc, const char* const* argv);

// What --help prints about the verb that is reached by these names.
std::string help_of(const Verb& program, const std::vector<std::string>& names);

// What an option's placeholder says: "FILE", "N", "CHOICE"; empty: it is a switch.
std::string metavar_of(const Option& option);

}  // namespace dplda::cli
