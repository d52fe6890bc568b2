#include "apps/cli/recipe_flags.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "privacy/statement.h"
#include "recipes/registry.h"

namespace dplda::cli {

void RecipeFlags::add_to(CLI::App& app) {
  add_options(app, option_table(options));
  app.add_option("--preset", preset,
                 "settings by name, which flags override (paper: those of the published "
                 "experiments)")
      ->type_name("NAME");
}

namespace {

// Flags that say nothing together with others that were given or left out.
void refuse_idle_flags(const CLI::App& app, const TrainOptions& options) {
  const auto refuse = [&](const char* flag, bool idle, std::string_view why) {
    if (idle && app.get_option(flag)->count() > 0)
      throw InputError(fmt::format("{} has no meaning here: {}; leave it out", flag, why));
  };
  const bool channel = recipe_named(options.recipe).reports && options.denoise == "channel";
  refuse("--sampler", channel && (options.recipe == "lp" || options.prior.empty()),
         "--denoise channel samples no plain corpus");
  refuse("--mu-update", options.denoise != "bayes", "it belongs to --denoise bayes");
  refuse("--prior-sweeps", options.prior.empty(), "there is no --prior corpus");
}

}  // namespace

void RecipeFlags::apply(const CLI::App& app) {
  nlohmann::ordered_json values = recipe_named(options.recipe).defaults();
  if (!preset.empty()) values.update(dplda::preset(preset, options.recipe));
  const OptionTable table = option_table(options);
  for (const Option& option : table) {
    if (app.get_option("--" + option.name)->count() == 0) continue;
    values.erase(json_key(option));
    const std::vector<std::string>& uses = option.only_for;
    if (!uses.empty() && std::find(uses.begin(), uses.end(), options.recipe) == uses.end()) {
      throw InputError(fmt::format("--{} has no meaning for recipe {} (only for {}); leave it out",
                                   option.name, options.recipe, fmt::join(uses, ", ")));
    }
  }
  if (app.get_option("--key-file")->count() > 0 && options.key_file.empty())
    throw InputError("--key-file must name a file of 32 secret bytes");
  from_json(table, values);
  refuse_idle_flags(app, options);
}

std::string plan_text(const TrainOptions& options, const Plan& plan) {
  const auto sweeps = static_cast<std::uint32_t>(options.sweeps);
  std::string text;
  for (const Charge& charge : plan.whole(sweeps)) {
    text += fmt::format("  {} x {}: {} {}\n", charge.count, charge.release, charge.mechanism.name,
                        charge.mechanism.parameters.dump());
  }
  if (plan.charges()) {
    text += fmt::format("  total: {}\n", total_text(loss_to_json(plan.total(sweeps), plan.unit,
                                                                 plan.view, options.delta)));
  }
  for (const Exposure& exposure : plan.exposures) {
    text += fmt::format("  NOT PRIVATE: exposes {}: {}\n", exposure.release, exposure.reason);
  }
  if (recipe_named(options.recipe).reports) {
    text +=
        "  nothing about reports beyond themselves: each contributor bears the cost of its own, "
        "which "
        "'dplda info REPORTS' states\n";
  }
  for (const std::string& remark : plan.remarks) text += fmt::format("  {}\n", remark);
  return fmt::format("planned releases (recipe {}, {} sweeps):\n", options.recipe, sweeps) + text;
}

}  // namespace dplda::cli
