// From the option table to flags.
#include <fmt/format.h>

#include <cstdio>

#include "apps/cli/cli.h"
#include "apps/cli/declarations.h"
#include "base/errors.h"

namespace dplda::cli {

namespace {

std::string long_flag(const Option& option) { return fmt::format("--{}", option.name); }

std::string help_of(const Option& option) {
  std::string help = option.help;
  if (!option.choices.empty()) help += fmt::format(" ({})", fmt::join(option.choices, ", "));
  const std::string value = value_as_text(option);
  if (!value.empty()) help += fmt::format(" [default: {}]", value);
  return help;
}

std::string metavar_of(const Option& option) {
  if (!option.metavar.empty()) return option.metavar;
  if (!option.choices.empty()) return "CHOICE";
  return std::holds_alternative<std::string*>(option.target) ? "TEXT" : "N";
}

void add_switch(CLI::App& app, const Option& option, bool& value) {
  // What is off is switched on by its name; what is on needs a name that switches it off.
  const std::string names = value ? fmt::format("--{0},!--no-{0}", option.name) : long_flag(option);
  const CLI::Option* flag =
      app.add_flag(names, value, option.help + (value ? " [default: on]" : ""));
  Declarations::add(
      app, flag, {.help = option.help, .standard = value ? "on" : "", .only_for = option.only_for});
}

void add_valued(CLI::App& app, const Option& option) {
  const auto set = [option](const CLI::results_t& texts) {
    if (texts.size() != 1)
      throw InputError(fmt::format("{} is given more than once", long_flag(option)));
    set_from_text(option, texts.front());
    return true;
  };
  // All are taken only to be counted, so that the sentence above is ours.
  const CLI::Option* flag = app.add_option(long_flag(option), set, help_of(option))
                                ->type_name(metavar_of(option))
                                ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  Declarations::add(app, flag,
                    {.help = option.help,
                     .choices = option.choices,
                     .standard = value_as_text(option),
                     .only_for = option.only_for});
}

}  // namespace

void tell(const std::string& text) { std::fputs(text.c_str(), stderr); }

void add_options(CLI::App& app, const OptionTable& table) {
  for (const auto& option : table) {
    if (bool* const* value = std::get_if<bool*>(&option.target)) {
      add_switch(app, option, **value);
    } else {
      add_valued(app, option);
    }
  }
}

}  // namespace dplda::cli
