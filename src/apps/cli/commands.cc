#include "apps/cli/commands.h"

#include <algorithm>

#include "apps/cli/flag_words.h"
#include "apps/cli/parser.h"

namespace dplda::cli {
namespace {

bool is_list(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.target);
}

std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  if (option.letter != 0) names.push_back(std::string("-") + option.letter);
  names.push_back("--" + option.name);
  bool* const* value = std::get_if<bool*>(&option.target);
  if (value != nullptr && **value) names.push_back("--no-" + option.name);
  return names;
}

// The one by which others speak of it.
std::string long_name(const std::vector<std::string>& names) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [](const std::string& name) { return name.starts_with("--"); });
  return found == names.end() ? names.front() : *found;
}

// What an argument and a flag have in common.
Flag described(const Option& option) {
  return {.names = {},
          .values = std::max(1, option.values),
          .repeats = is_list(option) && option.values == 0,
          .required = option.required,
          .help = with_flags(option.help),
          .choices = choices_of(option),
          .only_for = option.only_for};
}

Flag flag_of(const Option& option) {
  Flag flag = described(option);
  flag.names = names_of(option);
  flag.metavar = metavar_of(option);
  for (const std::string& other : option.excludes) flag.excludes.push_back("--" + other);
  if (bool* const* value = std::get_if<bool*>(&option.target)) {
    flag.standard = **value ? "on" : "";
  } else {
    flag.standard = with_flags(default_of(option));
  }
  return flag;
}

Flag argument_of(const Option& option) {
  Flag argument = described(option);
  argument.names = {option.name};
  argument.metavar = option.name;
  return argument;
}

// The flag that leads a table is the one that may be what others are for.
void find_leaders(std::vector<Flag>& flags) {
  for (Flag& flag : flags) {
    if (flag.only_for.empty()) continue;
    const auto leads = [&](const Flag& other) {
      return std::find(other.choices.begin(), other.choices.end(), flag.only_for.front()) !=
             other.choices.end();
    };
    const auto leader = std::find_if(flags.begin(), flags.end(), leads);
    if (leader == flags.end()) continue;
    flag.leader = long_name(leader->names);
    if (flag.only_for.size() == leader->choices.size()) flag.only_for.clear();  // for all
  }
}

Command command_below(const Verb& verb, std::vector<std::string> path) {
  Command command{.path = std::move(path), .description = verb.help};
  command.flags.push_back({.names = {"-h", "--help"}, .help = "print this help and exit"});
  for (const Option& argument : verb.arguments) command.arguments.push_back(argument_of(argument));
  for (const Option& flag : verb.flags) command.flags.push_back(flag_of(flag));
  find_leaders(command.flags);
  for (const Verb& below : verb.verbs) {
    std::vector<std::string> longer = command.path;
    longer.push_back(below.name);
    command.commands.push_back(command_below(below, std::move(longer)));
  }
  return command;
}

}  // namespace

Command command_tree(const Verb& program) {
  Command root = command_below(program, {program.name});
  root.flags.push_back({.names = {"--version"}, .help = "say which version this is and exit"});
  return root;
}

const Command* command_at(const Command& root, const std::vector<std::string>& verbs) {
  const Command* command = &root;
  for (const std::string& verb : verbs) {
    const auto& below = command->commands;
    const auto found = std::find_if(below.begin(), below.end(),
                                    [&](const Command& each) { return each.path.back() == verb; });
    if (found == below.end()) return nullptr;
    command = &*found;
  }
  return command;
}

const Flag* flag_named(const Command& command, const std::string& name) {
  for (const Flag& flag : command.flags)
    if (std::find(flag.names.begin(), flag.names.end(), name) != flag.names.end()) return &flag;
  return nullptr;
}

std::vector<const Command*> all_commands(const Command& command) {
  std::vector<const Command*> all = {&command};
  for (const Command& below : command.commands) {
    const std::vector<const Command*> more = all_commands(below);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace dplda::cli
