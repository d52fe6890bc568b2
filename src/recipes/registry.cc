#include "recipes/registry.h"

#include <fmt/format.h>

#include <array>

#include "base/errors.h"
#include "recipes/training.h"

namespace dplda {

std::span<const Recipe> recipes() {
  static const std::array all = {kCgsRecipe,    kHdpRecipe,      kDocRecipe, kLpRecipe,
                                 kOnlineRecipe, kOnlineLpRecipe, kCdpRecipe, kCdpPlusRecipe};
  return all;
}

const Recipe& recipe_named(std::string_view name) {
  std::string known;
  for (const Recipe& recipe : recipes()) {
    if (recipe.name == name) return recipe;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", recipe.name);
  }
  throw InputError(fmt::format("--recipe must be one of: {}; not '{}'", known, name));
}

void refuse_idle(const TrainOptions& options,
                 const std::function<bool(const std::string&)>& given) {
  TrainOptions copy = options;
  const OptionTable table = option_table(copy);
  for (const Option& option : table) {
    if (!given(option.name)) continue;
    const std::string why = why_idle(table, option);
    if (!why.empty())
      throw InputError(fmt::format("--{} has no meaning {}; leave it out", option.name, why));
  }
}

}  // namespace dplda
