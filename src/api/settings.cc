#include <fmt/format.h>

#include <algorithm>

#include "api/state.h"
#include "base/errors.h"
#include "base/key_file.h"
#include "runs/plan.h"
#include "training/recipe.h"

namespace dplda {
namespace {

OptionDescription::Kind kind_of(const Option& option) {
  using Kind = OptionDescription::Kind;
  if (std::holds_alternative<bool*>(option.target)) return Kind::kSwitch;
  if (std::holds_alternative<std::int64_t*>(option.target) ||
      std::holds_alternative<std::optional<std::int64_t>*>(option.target))
    return Kind::kWholeNumber;
  const bool text = std::holds_alternative<std::string*>(option.target) ||
                    std::holds_alternative<NamedChoice*>(option.target);
  return text ? Kind::kText : Kind::kNumber;
}

bool is_optional(const Option& option) {
  return std::holds_alternative<std::optional<std::int64_t>*>(option.target) ||
         std::holds_alternative<std::optional<double>*>(option.target);
}

std::string help_of(const Option& option) {
  if (option.shown_default.empty()) return option.help;
  return fmt::format("{} (default: {})", option.help, option.shown_default);
}

// Those of the recipe, which is settled.
OptionTable of_recipe(TrainOptions& training) {
  OptionTable table = option_table(training);
  std::erase_if(table, [](const Option& option) { return option.name == "recipe"; });
  return table;
}

}  // namespace

std::vector<RecipeDescription> recipe_descriptions() {
  std::vector<RecipeDescription> descriptions;
  for (const Recipe& recipe : recipes()) {
    descriptions.push_back({.name = std::string(recipe.name),
                            .summary = std::string(recipe.summary),
                            .reports = recipe.reports,
                            .stream = recipe.stream});
  }
  return descriptions;
}

OptionTable Settings::State::table() {
  const auto all_of = [](OptionTable table, const OptionTable& more) {
    table.insert(table.end(), more.begin(), more.end());
    return table;
  };
  switch (use) {
    case Use::kReports:
      return option_table(contributor);
    case Use::kAudit:
      return option_table(audit);
    case Use::kExperiment:
      return option_table(experiment);
    case Use::kTopicAttack:
      return all_of(of_recipe(training), option_table(topic_attack));
    case Use::kMembershipAttack:
      return all_of(of_recipe(training), option_table(membership));
    case Use::kTraining:
      break;
  }
  return all_of(of_recipe(training), option_table(ledger));
}

std::string Settings::State::owner() const {
  switch (use) {
    case Use::kReports:
      return "perturb";
    case Use::kAudit:
      return "audit";
    case Use::kExperiment:
      return "experiment";
    default:
      return "recipe " + training->recipe;
  }
}

void Settings::State::check_use(Use wanted) const {
  if (use != wanted)
    throw InputError(fmt::format("these are settings for {}, not for this", owner()));
  if (!trains()) return;
  const auto was_given = [&](const std::string& name) { return given.contains(name); };
  refuse_idle(training, was_given);
  if (use == Use::kMembershipAttack) runs::refuse_idle(membership, was_given);
}

Settings::Settings() : state_(std::make_unique<State>()) {}

Settings::Settings(std::string_view recipe) : Settings() {
  state_->training = options_for(std::string(recipe));
}

Settings Settings::for_reports() {
  Settings settings;
  settings.state_->use = State::Use::kReports;
  return settings;
}

Settings Settings::for_audit() {
  Settings settings;
  settings.state_->use = State::Use::kAudit;
  return settings;
}

Settings Settings::for_experiment() {
  Settings settings;
  settings.state_->use = State::Use::kExperiment;
  return settings;
}

Settings Settings::for_attack(std::string_view kind, std::string_view recipe) {
  if (kind != "membership" && kind != "topics")
    throw InputError("an attack is one of: membership, topics");
  Settings settings(recipe);
  settings.state_->use =
      kind == "topics" ? State::Use::kTopicAttack : State::Use::kMembershipAttack;
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
  throw InputError(fmt::format("{} has no option '{}'; it has: {}", state_->owner(), name,
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
  const bool reports = state_->use == State::Use::kReports;
  if (!reports && !state_->trains())
    throw InputError(fmt::format("{} has no option 'key-file'", state_->owner()));
  std::optional<Key>& kept = reports ? state_->contributor.key : state_->training->key;
  Key given;
  std::copy(key.begin(), key.end(), given.begin());
  refuse_constant(given, "the key");
  kept = given;
  return *this;
}

Settings& Settings::set_preset(std::string_view preset) {
  if (!state_->trains()) throw InputError(state_->owner() + " has no presets");
  OptionValues values = dplda::preset(std::string(preset), state_->training->recipe);
  const OptionTable table = option_table(state_->training);
  for (const Option& option : table) {
    if (state_->given.contains(option.name)) values.erase(json_key(option));
  }
  set_values(table, values);
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
                            .help = help_of(option),
                            .choices = choices_of(option)});
  }
  return descriptions;
}

CostPlan plan(const Settings& settings) {
  const Settings::State& state = settings.state();
  state.check_use(Settings::State::Use::kTraining);
  const runs::PlanOutcome planned =
      runs::plan({.options = state.training, .large_delta = state.ledger.large_delta});
  return {.text = planned.text, .json = planned.record, .is_private = planned.is_private};
}

}  // namespace dplda
