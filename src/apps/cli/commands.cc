#include "apps/cli/commands.h"

#include <algorithm>

#include "apps/cli/declarations.h"

namespace dplda::cli {
namespace {

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

// The one by which others speak of it.
std::string long_name(const std::vector<std::string>& names) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [](const std::string& name) { return name.starts_with("--"); });
  return found == names.end() ? names.front() : *found;
}

Flag flag_of(const CLI::App& app, const CLI::Option& option) {
  Flag flag{.names = names_of(option),
            .repeats = option.get_expected_max() == CLI::detail::expected_max_vector_size,
            .required = option.get_required(),
            .help = option.get_description(),
            .standard = option.get_default_str()};
  if (option.get_items_expected_max() > 0) {
    flag.metavar = option.get_positional() ? flag.names.front() : option.get_type_name();
    flag.values = std::max(1, option.get_items_expected_min());
  }
  for (const CLI::Option* other : option.get_excludes())
    flag.excludes.push_back(long_name(names_of(*other)));
  std::sort(flag.excludes.begin(), flag.excludes.end());  // they come as addresses are
  if (const Declaration* declared = Declarations::find(app, &option)) {
    flag.help = declared->help;
    flag.choices = declared->choices;
    flag.only_for = declared->only_for;
    if (!declared->standard.empty()) flag.standard = declared->standard;
  }
  return flag;
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

Command command_below(const CLI::App& app, std::vector<std::string> path) {
  Command command{.path = std::move(path), .description = app.get_description()};
  for (const CLI::Option* option : app.get_options()) {
    auto& list = option->get_positional() ? command.arguments : command.flags;
    list.push_back(flag_of(app, *option));
  }
  find_leaders(command.flags);
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    std::vector<std::string> below = command.path;
    below.push_back(verb->get_name());
    command.commands.push_back(command_below(*verb, std::move(below)));
  }
  return command;
}

}  // namespace

Command command_tree(const CLI::App& app) { return command_below(app, {"dplda"}); }

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
