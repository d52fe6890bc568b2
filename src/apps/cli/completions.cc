#include "apps/cli/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "apps/cli/program.h"
#include "base/errors.h"

namespace dplda::cli {

Completion value_completion(const Flag& flag) {
  if (!flag.choices.empty()) return Completion::kChoices;
  if (flag.metavar == "DIR") return Completion::kDirectories;
  return flag.metavar == "FILE" || flag.metavar == "CORPUS" ? Completion::kFiles
                                                            : Completion::kNothing;
}

Completion argument_completion(const Flag& argument) {
  const Completion known = value_completion(argument);
  return known == Completion::kNothing ? Completion::kFiles : known;
}

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'') {
      quoted += "'\\''";
    } else {
      quoted += character;
    }
  }
  return quoted + "'";
}

namespace {

struct Shell {
  std::string_view name;
  std::string (*completions)(const Command& root);
};

constexpr std::array kShells = {Shell{"bash", bash_completions}, Shell{"zsh", zsh_completions},
                                Shell{"fish", fish_completions}};

void write_script(const std::string& shell) {
  const auto found = std::find_if(kShells.begin(), kShells.end(),
                                  [&](const Shell& each) { return each.name == shell; });
  if (found == kShells.end())
    throw InputError(fmt::format("SHELL must be one of bash, zsh, fish, not '{}'", shell));
  fmt::print("{}", found->completions(command_tree(program())));
}

}  // namespace

Verb completions_verb() {
  const auto shell = std::make_shared<std::string>();
  Option argument{.name = "SHELL",
                  .target = shell.get(),
                  .help = "the shell that reads the script",
                  .required = true};
  for (const Shell& each : kShells) argument.choices.emplace_back(each.name);
  return {.name = "completions",
          .help = "Write a script that completes verbs, flags and values in a shell",
          .arguments = {argument},
          .run = [shell](const Given&) { write_script(*shell); }};
}

}  // namespace dplda::cli
