// Options of recipes by name, for tests that try many.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "training/recipe.h"
#include "training/setup.h"

namespace dplda::test {

// As if it had been given on the command line.
template <class Value>
void set(TrainOptions& options, const std::string& name, const Value& value) {
  set_option(options, name, fmt::format("{}", value));
}

// The same, where the recipe has such an option.
template <class Value>
void set_if_known(TrainOptions& options, const std::string& name, const Value& value) {
  if (find_option(option_table(options), name) != nullptr) set(options, name, value);
}

// REQUIRES: a number that may be left open.
inline void unset(TrainOptions& options, const std::string& name) {
  const OptionTable table = option_table(options);
  std::get<std::optional<double>*>(find_option(table, name)->target)->reset();
}

// An option's value as text once everything is worked out.
inline std::string settled(const TrainOptions& options, const std::string& name) {
  const nlohmann::ordered_json value = to_json(setup_of(options).all_options).at(name);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace dplda::test
