// Man pages: what --help knows, with what stands around it.
#pragma once

#include <string>

#include "apps/cli/commands.h"

namespace dplda::cli {

// "dplda-attack-membership".
std::string page_name(const Command& command);

// The page of section 1 about `command`, in roff. `root`: the tree that it is in. The same for the
// same build.
std::string manual_page(const Command& root, const Command& command);

}  // namespace dplda::cli
