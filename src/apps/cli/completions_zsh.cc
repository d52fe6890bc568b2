// Completions for zsh: a function for each verb, in the words of _arguments.
#include <fmt/format.h>

#include "apps/cli/completions.h"

namespace dplda::cli {
namespace {

std::string function_name(const Command& command) {
  return fmt::format("_{}", fmt::join(command.path, "_"));
}

// Inside of brackets and between colons.
std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    if (character == '[' || character == ']' || character == ':' || character == '\\')
      result += '\\';
    result += character;
  }
  return result;
}

std::string action(Completion completion, const Flag& flag) {
  switch (completion) {
    case Completion::kChoices:
      return fmt::format("({})", fmt::join(flag.choices, " "));
    case Completion::kFiles:
      return "_files";
    case Completion::kDirectories:
      return "_files -/";
    case Completion::kNothing:
      break;
  }
  return " ";
}

// A flag of two names that is given by one of them is not offered by the other.
std::string flag_specs(const Flag& flag) {
  std::string value;
  for (int i = 0; flag.takes_value() && i < flag.values; ++i)
    value += fmt::format(":{}:{}", zsh_escaped(flag.metavar), action(value_completion(flag), flag));
  const std::string rivals = fmt::format("({})", fmt::join(flag.names, " "));
  std::string specs;
  for (const std::string& name : flag.names) {
    const bool equals = flag.takes_value() && name.starts_with("--");
    specs += " \\\n    " + shell_quoted(fmt::format("{}{}{}[{}]{}", rivals, name, equals ? "=" : "",
                                                    zsh_escaped(flag.help), value));
  }
  return specs;
}

std::string argument_specs(const Command& command) {
  std::string specs;
  for (const Flag& argument : command.arguments) {
    specs +=
        " \\\n    " + shell_quoted(fmt::format("{}:{}:{}", argument.repeats ? "*" : "",
                                               zsh_escaped(argument.metavar),
                                               action(argument_completion(argument), argument)));
  }
  return specs;
}

std::string leaf_function(const Command& command) {
  std::string specs;
  for (const Flag& flag : command.flags) specs += flag_specs(flag);
  return fmt::format("{}() {{\n  _arguments -s{}{}\n}}\n\n", function_name(command), specs,
                     argument_specs(command));
}

std::string verbs_function(const Command& command) {
  std::string specs;
  for (const Flag& flag : command.flags) specs += flag_specs(flag);
  std::string verbs;
  std::string calls;
  for (const Command& below : command.commands) {
    const std::string& name = below.path.back();
    verbs += fmt::format("    {}\n", shell_quoted(name + ":" + zsh_escaped(below.description)));
    calls += fmt::format("        {}) {} ;;\n", name, function_name(below));
  }
  return fmt::format(
      "{}() {{\n  local curcontext=$curcontext state line\n  local -a verbs\n  verbs=(\n{}  )\n"
      "  _arguments -C{} \\\n    '1:verb:->verb' \\\n    '*::argument:->rest'\n"
      "  case $state in\n    verb) _describe verb verbs ;;\n    rest)\n      case $line[1] in\n{}"
      "      esac\n      ;;\n  esac\n}}\n\n",
      function_name(command), verbs, specs, calls);
}

}  // namespace

std::string zsh_completions(const Command& root) {
  std::string script =
      "#compdef dplda\n# Completions of dplda for zsh; 'dplda completions zsh' wrote them.\n\n";
  for (const Command* command : all_commands(root))
    script += command->commands.empty() ? leaf_function(*command) : verbs_function(*command);
  // Loaded by name it is called at once; sourced, it is only declared.
  return script +
         "if [[ $funcstack[1] == _dplda ]]; then\n  _dplda \"$@\"\nelse\n"
         "  compdef _dplda dplda\nfi\n";
}

}  // namespace dplda::cli
