#include "apps/cli/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

#include "apps/cli/exit_codes.h"
#include "apps/cli/program.h"
#include "apps/cli/roff.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/version.h"
#include "training/recipe.h"

namespace dplda::cli {
namespace {

// Without a space after them, as an end of a sentence has.
constexpr const char* kDots = "...\\&";

std::string heading(std::string_view title) { return fmt::format(".SH {}\n", title); }

// A paragraph under a hanging line.
std::string item(const std::string& tag, const std::string& body) {
  return ".TP\n" + tag + "\n" + body;
}

std::string title_case(std::string text, int (*change)(int)) {
  if (!text.empty())
    text.front() = static_cast<char>(change(static_cast<unsigned char>(text.front())));
  return text;
}

// What the program does, without its name in front.
std::string summary(const Command& command) {
  const std::string name = command.path.back() + ": ";
  const std::string& text = command.description;
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

std::string value_of(const Flag& flag) {
  if (!flag.takes_value()) return "";
  std::string text;
  for (int i = 0; i < flag.values; ++i) text += (i > 0 ? " " : "") + roff_italic(flag.metavar);
  return flag.repeats ? text + kDots : text;
}

std::string tag_of(const Flag& flag) {
  std::string names;
  for (const std::string& name : flag.names) names += (names.empty() ? "" : ", ") + roff_bold(name);
  return names + (flag.takes_value() ? " " : "") + value_of(flag);
}

std::string body_of(const Flag& flag) {
  std::string body = roff_text(flag.help + ".");
  const auto add = [&](const std::string& line) { body += ".br\n" + roff_text(line); };
  if (flag.required) add("Required.");
  if (!flag.choices.empty())
    add(fmt::format("{} of: {}.", flag.repeats ? "Any" : "One", fmt::join(flag.choices, ", ")));
  if (!flag.standard.empty()) add(fmt::format("Default: {}.", flag.standard));
  if (!flag.only_for.empty())
    add(fmt::format("Only for {} {}.", flag.leader, fmt::join(flag.only_for, ", ")));
  if (!flag.excludes.empty())
    add(fmt::format("Not together with {}.", fmt::join(flag.excludes, ", ")));
  return body;
}

std::string synopsis(const Command& command) {
  std::string text = roff_bold(fmt::format("{}", fmt::join(command.path, " "))) + "\n";
  text += "[" + roff_italic("OPTION") + "]" + kDots + "\n";
  if (!command.commands.empty()) text += roff_italic("VERB") + "\n";
  for (const Flag& flag : command.flags)
    if (flag.required) text += roff_bold(flag.names.front()) + " " + value_of(flag) + "\n";
  for (const Flag& argument : command.arguments)
    text += argument.required ? value_of(argument) + "\n" : "[" + value_of(argument) + "]\n";
  return heading("SYNOPSIS") + text;
}

std::string verbs(const Command& command) {
  std::string text;
  for (const Command& verb : command.commands)
    text += item(roff_bold(verb.path.back()), roff_text(summary(verb) + "."));
  return text.empty() ? "" : heading("VERBS") + text;
}

std::string options(const Command& command) {
  std::string text;
  for (const Flag& argument : command.arguments)
    text += item(value_of(argument), body_of(argument));
  for (const Flag& flag : command.flags) text += item(tag_of(flag), body_of(flag));
  return text.empty() ? "" : heading("OPTIONS") + text;
}

// Where they differ from those of the first recipe, which the options show.
std::string own_defaults(const Recipe& recipe) {
  TrainOptions first = recipes().front().options();
  TrainOptions own = recipe.options();
  const OptionTable shown = option_table(first);
  std::string flags;
  for (const Option& option : option_table(own)) {
    const Option* there = find_option(shown, option.name);
    const std::string value = value_as_text(option);
    if (option.name == "recipe" || there == nullptr || value_as_text(*there) == value) continue;
    flags += fmt::format("{}--{} {}", flags.empty() ? "" : ", ", option.name, value);
  }
  return flags;
}

std::string recipes_section(const Command& command) {
  if (flag_named(command, "--recipe") == nullptr) return "";
  std::string text = heading("RECIPES");
  for (const Recipe& recipe : recipes()) {
    std::string body = roff_text(fmt::format("{}.", recipe.summary));
    const std::string defaults = own_defaults(recipe);
    if (!defaults.empty()) body += ".br\n" + roff_text("Defaults of its own: " + defaults + ".");
    text += item(roff_bold(recipe.name), body);
  }
  return text;
}

std::string exit_status() {
  std::string text = heading("EXIT STATUS");
  for (const ExitMeaning& exit : kExitMeanings)
    text += item(roff_bold(std::to_string(exit.code)), roff_text(fmt::format("{}.", exit.meaning)));
  return text;
}

// The data of whichever verb keeps a ledger beside them.
std::string ledgered_data(const Command& command) {
  if (flag_named(command, "--ledger") != nullptr && flag_named(command, "--no-ledger") != nullptr)
    return command.path.size() > 1 ? command.arguments.front().metavar : "";
  for (const Command& below : command.commands)
    if (!ledgered_data(below).empty()) return "DATA";
  return "";
}

std::string files(const Command& command) {
  const std::string data = ledgered_data(command);
  if (data.empty()) return "";
  return heading("FILES") +
         item(roff_italic(data) + ".ledger",
              roff_text("The ledger of the data: what was released about them, by whichever run. A "
                        "budget is checked against it where a run names one. It stands beside them "
                        "unless --ledger names another."));
}

std::string see_also(const Command& root, const Command& command) {
  std::vector<std::string> pages;
  const auto add = [&](const Command& other) {
    pages.push_back(roff_bold(page_name(other)) + "(1)");
  };
  for (std::size_t length = 1; length < command.path.size(); ++length)
    add(*command_at(root, {command.path.begin() + 1,
                           command.path.begin() + static_cast<std::ptrdiff_t>(length)}));
  for (const Command& below : command.commands) add(below);
  if (pages.empty()) return "";
  return heading("SEE ALSO") + fmt::format("{}\n", fmt::join(pages, ",\n"));
}

}  // namespace

std::string page_name(const Command& command) {
  return fmt::format("{}", fmt::join(command.path, "-"));
}

std::string manual_page(const Command& root, const Command& command) {
  std::string title = page_name(command);
  for (char& letter : title)
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const std::string what = summary(command);
  return fmt::format(".TH {} 1 {} \"dplda {}\" \"User Commands\"\n.nh\n.ad l\n", roff_word(title),
                     released(), version()) +
         heading("NAME") + roff_text(page_name(command) + " - " + title_case(what, std::tolower)) +
         synopsis(command) + heading("DESCRIPTION") +
         roff_text(title_case(what, std::toupper) + ".") + verbs(command) + options(command) +
         recipes_section(command) + exit_status() + files(command) + see_also(root, command);
}

namespace {

struct ManualFlags {
  std::vector<std::string> path;
  std::string directory;
};

void write_all(const ManualFlags& flags, const Command& root) {
  if (!flags.path.empty()) throw InputError("--directory is for all pages: name no verb with it");
  std::error_code error;
  std::filesystem::create_directories(flags.directory, error);
  if (error) throw InputError(fmt::format("--directory {}: {}", flags.directory, error.message()));
  for (const Command* command : all_commands(root)) {
    AtomicFile file(fmt::format("{}/{}.1", flags.directory, page_name(*command)));
    file.write(manual_page(root, *command));
    file.commit();
  }
}

void write_pages(const ManualFlags& flags) {
  const Command root = command_tree(program());
  if (!flags.directory.empty()) return write_all(flags, root);
  const Command* command = command_at(root, flags.path);
  if (command == nullptr)
    throw InputError(
        fmt::format("there is no verb '{}' to write about", fmt::join(flags.path, " ")));
  fmt::print("{}", manual_page(root, *command));
}

}  // namespace

Verb manual_verb() {
  const auto flags = std::make_shared<ManualFlags>();
  return {.name = "manual",
          .help = "Write man pages",
          .arguments = {{.name = "VERB",
                         .target = &flags->path,
                         .help = "the verb to write about, and the one below it; none: dplda "
                                 "itself"}},
          .flags = {{.name = "directory",
                     .target = &flags->directory,
                     .help = "write all pages there, each to a file of its own",
                     .metavar = "DIR"}},
          .run = [flags](const Given&) { write_pages(*flags); }};
}

}  // namespace dplda::cli
