#include "privacy/mechanism_parameters.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/errors.h"

namespace dplda {

using Json = nlohmann::ordered_json;

const MechanismParameters::Value* MechanismParameters::find(std::string_view name) const {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [&](const Item& item) { return item.first == name; });
  return found == items_.end() ? nullptr : &found->second;
}

const MechanismParameters::Value& MechanismParameters::at(std::string_view name) const {
  const Value* value = find(name);
  if (value == nullptr) throw InputError(fmt::format("there is no parameter '{}'", name));
  return *value;
}

Json to_json(const MechanismParameters& parameters) {
  Json object = Json::object();
  for (const auto& [name, value] : parameters)
    object[name] = std::visit([](const auto& each) { return Json(each); }, value);
  return object;
}

std::string to_text(const MechanismParameters& parameters) { return to_json(parameters).dump(); }

MechanismParameters parameters_from_json(const std::string& mechanism, const Json& object) {
  const std::string_view shown = std::string_view(mechanism).substr(0, 100);
  if (!object.is_object())
    throw InputError(fmt::format("{}: its parameters must be a JSON object", shown));
  std::vector<MechanismParameters::Item> items;
  for (const auto& [name, value] : object.items()) {
    if (value.is_number_unsigned()) {
      items.emplace_back(name, value.get<std::uint64_t>());
    } else if (value.is_string()) {
      items.emplace_back(name, value.get<std::string>());
    } else {
      throw InputError(
          fmt::format("{}: the parameter '{}' must be a whole number, 0 or above, or text; a newer "
                      "version may know others",
                      shown, name.substr(0, 100)));
    }
  }
  return MechanismParameters(std::move(items));
}

}  // namespace dplda
