// The list of the recipes: a new one is a file of its own and two lines here.
#include <fmt/format.h>

#include <array>

#include "base/errors.h"
#include "training/recipe.h"

namespace dplda {

extern const Recipe kCgsRecipe;
extern const Recipe kHdpRecipe;
extern const Recipe kDocRecipe;
extern const Recipe kMomentsRecipe;
extern const Recipe kLpRecipe;
extern const Recipe kOnlineRecipe;
extern const Recipe kOnlineLpRecipe;
extern const Recipe kCdpRecipe;
extern const Recipe kCdpPlusRecipe;

std::span<const Recipe> recipes() {
  static const std::array all = {kCgsRecipe,      kHdpRecipe, kDocRecipe,
                                 kMomentsRecipe,  kLpRecipe,  kOnlineRecipe,
                                 kOnlineLpRecipe, kCdpRecipe, kCdpPlusRecipe};
  return all;
}

const Recipe& recipe_named(std::string_view name) {
  std::string known;
  for (const Recipe& recipe : recipes()) {
    if (recipe.name == name) return recipe;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", recipe.name);
  }
  throw InputError(fmt::format("`recipe` must be one of: {}; not '{}'", known, name));
}

}  // namespace dplda
