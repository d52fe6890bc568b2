#include "apps/cli/recipe_flags.h"

#include "base/errors.h"
#include "recipes/registry.h"

namespace dplda::cli {

OptionTable recipe_flags(TrainOptions& options, std::string& preset) {
  OptionTable table = option_table(options);
  table.push_back({.name = "preset",
                   .target = &preset,
                   .help = "settings by name, which flags override (paper: those of the published "
                           "experiments)",
                   .metavar = "NAME"});
  return table;
}

void apply_recipe(TrainOptions& options, const std::string& preset, const Given& given) {
  nlohmann::ordered_json values = recipe_named(options.recipe).defaults();
  if (!preset.empty()) values.update(dplda::preset(preset, options.recipe));
  const OptionTable table = option_table(options);
  for (const Option& option : table) {
    if (given(option.name)) values.erase(json_key(option));
  }
  if (given("key-file") && options.key_file.empty())
    throw InputError("--key-file must name a file of 32 secret bytes");
  from_json(table, values);
  refuse_idle(options, given);
}

}  // namespace dplda::cli
