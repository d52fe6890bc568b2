#include "recipes/registry.h"

#include <fmt/format.h>

#include <array>

#include "base/errors.h"

namespace dplda {

std::span<const Recipe> recipes() {
  static const std::array all = {kCgs, kHdp, kDoc, kLp, kOnline, kOnlineLp, kCdp, kCdpPlus};
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

}  // namespace dplda
