// The command line for those who write about it: each verb with its flags, as man pages and
// completions show them.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/verb.h"

namespace dplda::cli {

struct Flag {
  bool takes_value() const { return !metavar.empty(); }

  std::vector<std::string> names;  // "-o", "--output"; of an argument its name alone
  std::string metavar = {};        // "FILE"; empty: a switch
  int values = 1;                  // how many it takes at least
  bool repeats = false;            // any number of values
  bool required = false;
  std::string help = {};
  std::vector<std::string> choices = {};  // empty: anything
  std::string standard = {};              // the default; empty: none
  // The flag and its values with which this one means something; empty: always.
  std::string leader = {};
  std::vector<std::string> only_for = {};
  std::vector<std::string> excludes = {};  // flags
};

struct Command {
  std::vector<std::string> path;  // {"dplda", "attack", "membership"}
  std::string description = {};   // one sentence without a full stop
  std::vector<Flag> arguments = {};
  std::vector<Flag> flags = {};
  std::vector<Command> commands = {};
};

Command command_tree(const Verb& program);

// Null if there is no such verb.
const Command* command_at(const Command& root, const std::vector<std::string>& verbs);

// The flag of that name, such as "--recipe"; null if there is none.
const Flag* flag_named(const Command& command, const std::string& name);

// `command` and all below it, each before its own.
std::vector<const Command*> all_commands(const Command& command);

}  // namespace dplda::cli
