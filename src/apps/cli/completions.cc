#include "apps/cli/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "apps/cli/cli.h"
#include "apps/cli/declarations.h"
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

struct CompletionsVerb : CLI::App {
  CompletionsVerb();

  void run() const;

  std::string shell;
};

CompletionsVerb::CompletionsVerb()
    : CLI::App("Write a script that completes verbs, flags and values in a shell", "completions") {
  Declaration declaration{.help = "the shell that reads the script"};
  for (const Shell& each : kShells) declaration.choices.emplace_back(each.name);
  const CLI::Option* argument = add_option("SHELL", shell, declaration.help)->required();
  Declarations::add(*this, argument, std::move(declaration));
  callback([this] { run(); });
}

void CompletionsVerb::run() const {
  const auto found = std::find_if(kShells.begin(), kShells.end(),
                                  [&](const Shell& each) { return each.name == shell; });
  if (found == kShells.end())
    throw InputError(fmt::format("SHELL must be one of bash, zsh, fish, not '{}'", shell));
  fmt::print("{}", found->completions(command_tree(*get_parent())));
}

}  // namespace

void add_completions(CLI::App& app) { app.add_subcommand(std::make_shared<CompletionsVerb>()); }

}  // namespace dplda::cli
