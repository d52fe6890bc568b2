#include "apps/cli/recipe_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "training/recipe.h"

namespace dplda::cli {
namespace {

// An option as the recipes that have it declare it.
struct SharedOption {
  Option first;                           // bound to the first of them
  std::vector<std::string> recipes = {};  // the names of all
  std::vector<std::string> helps = {};    // of each
  std::vector<std::string> defaults = {};
};

// What is the same for all is said once, what is not after the names of those who say it.
std::string merged(const std::vector<std::string>& recipes, const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> kinds;  // a text, and who says it
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto same = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const auto& kind) { return kind.first == texts[i]; });
    if (same == kinds.end()) {
      kinds.emplace_back(texts[i], recipes[i]);
    } else {
      same->second += ", " + recipes[i];
    }
  }
  if (kinds.size() == 1) return kinds.front().first;
  std::vector<std::string> all;
  for (const auto& [text, who] : kinds) all.push_back(fmt::format("{}: {}", who, text));
  return fmt::format("{}", fmt::join(all, "; "));
}

// The default of most of them first, then those that differ.
std::string merged_defaults(const SharedOption& option) {
  const auto differs = [&](const std::string& value) { return value != option.defaults.front(); };
  if (std::none_of(option.defaults.begin(), option.defaults.end(), differs)) return "";
  std::string text = option.defaults.front();
  for (std::size_t i = 0; i < option.defaults.size(); ++i) {
    if (differs(option.defaults[i]))
      text += fmt::format("; {}: {}", option.recipes[i], option.defaults[i]);
  }
  return text;
}

std::vector<SharedOption> shared_options(std::vector<TrainOptions>& by_recipe) {
  std::vector<SharedOption> all;
  for (TrainOptions& options : by_recipe) {
    for (Option& option : option_table(options)) {
      if (option.name == "recipe") continue;
      auto known = std::find_if(all.begin(), all.end(), [&](const SharedOption& each) {
        return each.first.name == option.name;
      });
      if (known == all.end()) known = all.insert(all.end(), {.first = option});
      known->recipes.push_back(options->recipe);
      known->helps.push_back(option.help);
      known->defaults.push_back(default_of(option));
    }
  }
  return all;
}

}  // namespace

RecipeFlags::RecipeFlags() : recipe_(recipes().front().name) {
  for (const Recipe& recipe : recipes()) by_recipe_.push_back(recipe.options());
}

OptionTable RecipeFlags::table() {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) names.emplace_back(recipe.name);
  OptionTable table = {
      {.name = "recipe", .target = &recipe_, .help = "how to train", .choices = names}};
  for (const SharedOption& option : shared_options(by_recipe_)) {
    Option flag = option.first;
    flag.help = merged(option.recipes, option.helps);
    flag.shown_default = merged_defaults(option);
    if (option.recipes.size() < by_recipe_.size()) flag.only_for = option.recipes;
    table.push_back(std::move(flag));
  }
  table.push_back({.name = "preset",
                   .target = &preset_,
                   .help = "settings by name, which flags override (paper: those of the published "
                           "experiments)",
                   .metavar = "NAME"});
  return table;
}

TrainOptions RecipeFlags::options(const Given& given) {
  TrainOptions options = options_for(recipe_);
  const OptionTable own = option_table(options);
  if (!preset_.empty()) set_values(own, preset(preset_, recipe_));
  for (const SharedOption& option : shared_options(by_recipe_)) {
    const std::string& name = option.first.name;
    if (!given(name)) continue;
    const Option* here = find_option(own, name);
    if (here == nullptr) {
      throw InputError(fmt::format("--{} has no meaning for recipe {} (only for {}); leave it out",
                                   name, recipe_, fmt::join(option.recipes, ", ")));
    }
    set_from_text(*here, value_as_text(option.first));
  }
  if (given("key-file") && options->key_file.empty())
    throw InputError("--key-file must name a file of 32 secret bytes");
  refuse_idle(options, given);
  return options;
}

}  // namespace dplda::cli
