#include "apps/cli/recipe_flags.h"

#include "apps/cli/cli.h"
#include "base/errors.h"
#include "recipes/registry.h"

namespace dplda::cli {

void RecipeFlags::add_to(CLI::App& app) {
  add_options(app, option_table(options));
  app.add_option("--preset", preset,
                 "settings by name, which flags override (paper: those of the published "
                 "experiments)")
      ->type_name("NAME");
}

void RecipeFlags::apply(const CLI::App& app) {
  nlohmann::ordered_json values = recipe_named(options.recipe).defaults();
  if (!preset.empty()) values.update(dplda::preset(preset, options.recipe));
  const OptionTable table = option_table(options);
  const auto given = [&](const std::string& name) {
    return app.get_option("--" + name)->count() > 0;
  };
  for (const Option& option : table) {
    if (given(option.name)) values.erase(json_key(option));
  }
  if (given("key-file") && options.key_file.empty())
    throw InputError("--key-file must name a file of 32 secret bytes");
  from_json(table, values);
  refuse_idle(options, given);
}

}  // namespace dplda::cli
