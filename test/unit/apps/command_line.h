// What tests of the command line share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/cli/commands.h"
#include "apps/cli/program.h"

namespace dplda::test {

// The program with all its verbs.
inline cli::Command program() { return cli::command_tree(cli::program()); }

inline void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

}  // namespace dplda::test
