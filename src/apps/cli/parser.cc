#include "apps/cli/parser.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "apps/cli/flag_words.h"
#include "base/errors.h"
#include "base/version.h"

namespace dplda::cli {
namespace {

std::string names_of(const Option& option) {
  return (option.letter == 0 ? "" : fmt::format("-{},", option.letter)) + "--" + option.name;
}

std::string help_line(const Option& option) {
  std::string help = option.help;
  const std::vector<std::string> choices = choices_of(option);
  if (!choices.empty()) help += fmt::format(" ({})", fmt::join(choices, ", "));
  const std::string value = default_of(option);
  if (!option.only_for.empty())
    help += fmt::format(" (only for {})", fmt::join(option.only_for, ", "));
  if (!value.empty()) help += fmt::format(" [default: {}]", value);
  return with_flags(help);
}

void add_switch(CLI::App& app, const Option& option, bool& value) {
  // What is off is switched on by its name; what is on needs a name that switches it off.
  const std::string names = value ? fmt::format("--{0},!--no-{0}", option.name) : names_of(option);
  app.add_flag(names, value, with_flags(option.help) + (value ? " [default: on]" : ""));
}

bool is_list(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.target);
}

void add_valued(CLI::App& app, const Option& option, const std::string& names) {
  const auto set = [option](const CLI::results_t& texts) {
    if (!is_list(option) && texts.size() != 1)
      throw InputError(fmt::format("--{} is given more than once", option.name));
    for (const std::string& text : texts) set_from_text(option, text);
    return true;
  };
  CLI::Option* flag = app.add_option(names, set, help_line(option))
                          ->type_name(metavar_of(option))
                          ->required(option.required);
  if (!is_list(option)) {
    // All are taken only to be counted, so that the sentence above is ours.
    flag->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  } else if (option.values > 0) {
    flag->expected(option.values);
  } else {
    flag->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args();
  }
}

void add_flag(CLI::App& app, const Option& option) {
  if (bool* const* value = std::get_if<bool*>(&option.target)) {
    add_switch(app, option, **value);
  } else {
    add_valued(app, option, names_of(option));
  }
}

void declare(CLI::App& app, const Verb& verb) {
  for (const Option& argument : verb.arguments) add_valued(app, argument, argument.name);
  for (const Option& flag : verb.flags) add_flag(app, flag);
  for (const Option& flag : verb.flags) {
    for (const std::string& other : flag.excludes)
      app.get_option("--" + flag.name)->excludes(app.get_option("--" + other));
  }
  for (const Verb& below : verb.verbs) declare(*app.add_subcommand(below.name, below.help), below);
  if (!verb.verbs.empty()) app.require_subcommand(1);
  if (!verb.run) return;
  app.callback([&app, &verb] {
    verb.run([&app](const std::string& name) {
      const CLI::Option* option = app.get_option_no_throw("--" + name);
      return option != nullptr && option->count() > 0;
    });
  });
}

// Names of flags as they are typed: CLI11 adds "{false}" to those that switch something off.
class PlainNames : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, positional);
    const std::size_t mark = name.find("{false}");
    return mark == std::string::npos ? name : name.substr(0, mark);
  }
};

void declare_program(CLI::App& app, const Verb& program) {
  app.formatter(std::make_shared<PlainNames>());
  app.set_version_flag("--version", fmt::format("{} {}", program.name, version()));
  app.fallthrough(false);
  declare(app, program);
}

// CLI11 would only say that a verb is missing.
void check_verb(const Verb& program, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::string verbs;
  for (const Verb& verb : program.verbs) {
    if (verb.name == argv[1]) return;
    verbs += (verbs.empty() ? "" : ", ") + verb.name;
  }
  throw InputError(fmt::format("there is no verb '{}'; choose one of: {}", argv[1], verbs));
}

// The verbs that were understood, each with a space after it.
std::string understood(const CLI::App& app) {
  std::string verbs;
  for (const CLI::App* verb = &app; !verb->get_subcommands().empty();) {
    verb = verb->get_subcommands().front();
    verbs += verb->get_name() + " ";
  }
  return verbs;
}

}  // namespace

std::string metavar_of(const Option& option) {
  if (std::holds_alternative<bool*>(option.target)) return "";
  if (!option.metavar.empty()) return option.metavar;
  if (!choices_of(option).empty()) return "CHOICE";
  return std::holds_alternative<std::string*>(option.target) || is_list(option) ? "TEXT" : "N";
}

void parse_and_run(const Verb& program, int argc, const char* const* argv) {
  CLI::App app{program.help};
  declare_program(app, program);
  check_verb(program, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}; run '{} {}--help' for the options", error.what(),
                                 program.name, understood(app)));
  }
}

std::string help_of(const Verb& program, const std::vector<std::string>& names) {
  CLI::App app{program.help};
  declare_program(app, program);
  const CLI::App* verb = &app;
  for (const std::string& name : names) verb = verb->get_subcommand(name);
  return verb->help();
}

}  // namespace dplda::cli
