// Completions for fish: a line for each verb and flag, with the verb under which it is offered.
#include <fmt/format.h>

#include "apps/cli/completions.h"

namespace dplda::cli {
namespace {

constexpr const char* kFishBegin =
    R"(# Completions of dplda for fish; 'dplda completions fish' wrote them.

# Whether the line begins with these verbs.
function __dplda_in
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    for i in (seq (count $argv))
        test "$words[$i]" = "$argv[$i]"; or return 1
    end
end

# Whether it holds these verbs and nothing else.
function __dplda_at
    set -l words (commandline -opc)
    test (count $words) -eq (math 1 + (count $argv)); and __dplda_in $argv
end

complete -c dplda -f
)";

// In fish's single quotes a backslash stands before quotes and backslashes.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char character : text) {
    if (character == '\'' || character == '\\') result += '\\';
    result += character;
  }
  return result + "'";
}

std::string complete_line(const Command& command, const char* condition, const std::string& what) {
  return fmt::format(
      "complete -c dplda -n {} {}\n",
      quoted(fmt::format("{} {}", condition,
                         fmt::join(command.path.begin() + 1, command.path.end(), " "))),
      what);
}

std::string value(Completion completion, const Flag& flag) {
  switch (completion) {
    case Completion::kChoices:
      return "-x -a " + quoted(fmt::format("{}", fmt::join(flag.choices, " ")));
    case Completion::kFiles:
      return "-r -F";
    case Completion::kDirectories:
      return "-x -a '(__fish_complete_directories)'";
    case Completion::kNothing:
      break;
  }
  return "-x";
}

std::string flag_words(const Flag& flag) {
  std::string words;
  for (const std::string& name : flag.names)
    words += name.starts_with("--") ? "-l " + name.substr(2) + " " : "-s " + name.substr(1) + " ";
  if (flag.takes_value()) words += value(value_completion(flag), flag) + " ";
  return words + "-d " + quoted(flag.help);
}

std::string lines(const Command& command) {
  const bool leaf = command.commands.empty();
  const char* const condition = leaf ? "__dplda_in" : "__dplda_at";
  std::string text;
  for (const Command& below : command.commands) {
    text += complete_line(command, "__dplda_at",
                          fmt::format("-a {} -d {}", below.path.back(), quoted(below.description)));
  }
  for (const Flag& flag : command.flags)
    text += complete_line(command, condition, flag_words(flag));
  if (!command.arguments.empty()) {
    const Flag& argument = command.arguments.front();
    const bool choices = argument_completion(argument) == Completion::kChoices;
    text +=
        complete_line(command, condition,
                      choices ? "-a " + quoted(fmt::format("{}", fmt::join(argument.choices, " ")))
                              : std::string("-F"));
  }
  return text;
}

}  // namespace

std::string fish_completions(const Command& root) {
  std::string script = kFishBegin;
  for (const Command* command : all_commands(root)) script += lines(*command);
  return script;
}

}  // namespace dplda::cli
