#include "recipes/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/errors.h"
#include "recipes/training.h"

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

void refuse_idle(const TrainOptions& options,
                 const std::function<bool(const std::string&)>& given) {
  TrainOptions copy = options;
  for (const Option& option : option_table(copy)) {
    const std::vector<std::string>& uses = option.only_for;
    if (uses.empty() || !given(option.name)) continue;
    if (std::find(uses.begin(), uses.end(), options.recipe) != uses.end()) continue;
    throw InputError(fmt::format("--{} has no meaning for recipe {} (only for {}); leave it out",
                                 option.name, options.recipe, fmt::join(uses, ", ")));
  }
  const auto refuse = [&](const char* name, bool idle, std::string_view why) {
    if (idle && given(name))
      throw InputError(fmt::format("--{} has no meaning here: {}; leave it out", name, why));
  };
  const bool channel = recipe_named(options.recipe).reports && options.denoise == "channel";
  refuse("sampler", channel && (options.recipe == "lp" || options.prior.empty()),
         "--denoise channel samples no plain corpus");
  refuse("mu-update", options.denoise != "bayes", "it belongs to --denoise bayes");
  refuse("prior-sweeps", options.prior.empty(), "there is no --prior corpus");
}

}  // namespace dplda
