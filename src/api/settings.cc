#include <fmt/format.h>

#include <algorithm>

#include "api/state.h"
#include "base/errors.h"
#include "base/key_file.h"
#include "recipes/plan_record.h"
#include "recipes/registry.h"

namespace dplda {
namespace {

OptionDescription::Kind kind_of(const Option& option) {
  using Kind = OptionDescription::Kind;
  if (std::holds_alternative<bool*>(option.target)) return Kind::kSwitch;
  if (std::holds_alternative<std::int64_t*>(option.target) ||
      std::holds_alternative<std::optional<std::int64_t>*>(option.target))
    return Kind::kWholeNumber;
  return std::holds_alternative<std::string*>(option.target) ? Kind::kText : Kind::kNumber;
}

bool is_optional(const Option& option) {
  return std::holds_alternative<std::optional<std::int64_t>*>(option.target) ||
         std::holds_alternative<std::optional<double>*>(option.target);
}

}  // namespace

std::vector<RecipeDescription> recipe_descriptions() {
  std::vector<RecipeDescription> descriptions;
  for (const Recipe& recipe : recipes()) {
    descriptions.push_back({.name = std::string(recipe.name),
                            .summary = std::string(recipe.summary),
                            .reports = recipe.reports,
                            .stream = recipe.stream != nullptr});
  }
  return descriptions;
}

OptionTable Settings::State::table() {
  if (of_contributor) return option_table(contributor);
  OptionTable table = option_table(training);
  std::erase_if(table, [&](const Option& option) {
    const auto& uses = option.only_for;
    return option.name == "recipe" ||
           (!uses.empty() && std::find(uses.begin(), uses.end(), training.recipe) == uses.end());
  });
  for (Option& option : option_table(ledger)) table.push_back(std::move(option));
  return table;
}

TrainOptions Settings::State::checked_training() const {
  if (of_contributor) throw InputError("these are settings for perturb(), not for training");
  refuse_idle(training, [&](const std::string& name) { return given.contains(name); });
  check(training);
  check(ledger);
  check_deltas(training.delta, ledger);
  return training;
}

Settings::Settings() : state_(std::make_unique<State>()) {}

Settings::Settings(std::string_view recipe) : Settings() {
  state_->training = options_for(std::string(recipe));
}

Settings Settings::for_reports() {
  Settings settings;
  settings.state_->of_contributor = true;
  return settings;
}

Settings::Settings(const Settings& other) : state_(std::make_unique<State>(*other.state_)) {}
Settings& Settings::operator=(const Settings& other) {
  state_ = std::make_unique<State>(*other.state_);
  return *this;
}
Settings::Settings(Settings&&) noexcept = default;
Settings& Settings::operator=(Settings&&) noexcept = default;
Settings::~Settings() = default;

Settings& Settings::set(std::string_view name, std::string_view value) {
  std::vector<std::string> known;
  for (const Option& option : state_->table()) {
    known.push_back(option.name);
    if (option.name != name) continue;
    set_from_text(option, std::string(value));
    state_->given.insert(option.name);
    return *this;
  }
  throw InputError(
      fmt::format("{} has no option '{}'; it has: {}",
                  state_->of_contributor ? "perturb" : "recipe " + state_->training.recipe, name,
                  fmt::join(known, ", ")));
}

Settings& Settings::set(std::string_view name, const char* value) {
  return set(name, std::string_view(value));
}
Settings& Settings::set(std::string_view name, bool value) {
  return set(name, std::string_view(value ? "true" : "false"));
}
Settings& Settings::set(std::string_view name, int value) { return set(name, std::int64_t{value}); }
Settings& Settings::set(std::string_view name, std::int64_t value) {
  return set(name, std::string_view(fmt::format("{}", value)));
}
Settings& Settings::set(std::string_view name, double value) {
  return set(name, std::string_view(fmt::format("{}", value)));
}

Settings& Settings::set_key(std::span<const std::uint8_t, 32> key) {
  std::optional<Key>& kept =
      state_->of_contributor ? state_->contributor.key : state_->training.key;
  Key given;
  std::copy(key.begin(), key.end(), given.begin());
  refuse_constant(given, "the key");
  kept = given;
  return *this;
}

Settings& Settings::set_preset(std::string_view preset) {
  if (state_->of_contributor) throw InputError("perturb has no presets");
  nlohmann::ordered_json values = dplda::preset(std::string(preset), state_->training.recipe);
  const OptionTable table = option_table(state_->training);
  for (const Option& option : table) {
    if (state_->given.contains(option.name)) values.erase(json_key(option));
  }
  from_json(table, values);
  return *this;
}

std::vector<OptionDescription> Settings::options() const {
  State copy = *state_;
  std::vector<OptionDescription> descriptions;
  for (const Option& option : copy.table()) {
    descriptions.push_back({.name = option.name,
                            .kind = kind_of(option),
                            .optional = is_optional(option),
                            .value = value_as_text(option),
                            .help = option.help,
                            .choices = option.choices});
  }
  return descriptions;
}

CostPlan plan(const Settings& settings) {
  const TrainOptions options = settings.state().checked_training();
  const TrainOptions complete = resolved(options);
  const Plan plan = plan_of(options);
  const nlohmann::ordered_json json = plan_json(complete, plan);
  return {.text = plan_text(complete, plan),
          .json = json.dump(),
          .is_private = json.at("private").get<bool>()};
}

}  // namespace dplda
