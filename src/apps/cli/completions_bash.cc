// Completions for bash: one function that finds the verb, then looks at the word before.
#include <fmt/format.h>

#include "apps/cli/completions.h"

namespace dplda::cli {
namespace {

constexpr const char* kBashBegin =
    R"(# Completions of dplda for bash; 'dplda completions bash' wrote them.

_dplda_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

_dplda_paths() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

_dplda() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local verb= word flags= words= paths=
  COMPREPLY=()
  # --flag=value comes as three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]] && ((COMP_CWORD > 1)); then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$verb $word" in
)";

constexpr const char* kBashEnd = R"(  if [[ $current == -* ]]; then
    _dplda_words "$flags" "$current"
  elif [[ -n $words ]]; then
    _dplda_words "$words" "$current"
  elif [[ -n $paths ]]; then
    _dplda_paths "$paths" "$current"
  fi
}

complete -F _dplda dplda
)";

std::string words_of(const std::vector<std::string>& words) {
  return shell_quoted(fmt::format("{}", fmt::join(words, " ")));
}

// "attack membership"; of the program itself: nothing.
std::string verb_of(const Command& command) {
  return fmt::format("{}", fmt::join(command.path.begin() + 1, command.path.end(), " "));
}

std::string reply(const Flag& flag) {
  switch (value_completion(flag)) {
    case Completion::kChoices:
      return fmt::format("_dplda_words {} \"$current\"; ", words_of(flag.choices));
    case Completion::kFiles:
      return "_dplda_paths -f \"$current\"; ";
    case Completion::kDirectories:
      return "_dplda_paths -d \"$current\"; ";
    case Completion::kNothing:
      break;
  }
  return "";
}

std::string values(const Command& command) {
  std::string cases;
  for (const Flag& flag : command.flags) {
    if (flag.takes_value())
      cases += fmt::format("        {}) {}return ;;\n", fmt::join(flag.names, " | "), reply(flag));
  }
  return cases.empty() ? "" : "      case $previous in\n" + cases + "      esac\n";
}

std::string rest(const Command& command) {
  if (!command.commands.empty()) {
    std::vector<std::string> verbs;
    for (const Command& below : command.commands) verbs.push_back(below.path.back());
    return "words=" + words_of(verbs);
  }
  if (command.arguments.empty()) return "";
  const Flag& argument = command.arguments.front();
  switch (argument_completion(argument)) {
    case Completion::kChoices:
      return "words=" + words_of(argument.choices);
    case Completion::kDirectories:
      return "paths=-d";
    default:
      return "paths=-f";
  }
}

std::string verb_case(const Command& command) {
  std::vector<std::string> flags;
  for (const Flag& flag : command.flags)
    flags.insert(flags.end(), flag.names.begin(), flag.names.end());
  return fmt::format("    {})\n{}      flags={} {}\n      ;;\n", shell_quoted(verb_of(command)),
                     values(command), words_of(flags), rest(command));
}

}  // namespace

std::string bash_completions(const Command& root) {
  const std::vector<const Command*> commands = all_commands(root);
  std::string script = kBashBegin;
  for (const Command* command : commands) {
    if (command == &root) continue;
    // The verb so far, a space and the next: one of the first level has none before.
    const std::string verb = verb_of(*command);
    script += fmt::format("      {}) verb={} ;;\n",
                          shell_quoted(command->path.size() == 2 ? " " + verb : verb),
                          shell_quoted(verb));
  }
  script += "      *) break ;;\n    esac\n  done\n  case $verb in\n";
  for (const Command* command : commands) script += verb_case(*command);
  return script + "  esac\n" + kBashEnd;
}

}  // namespace dplda::cli
