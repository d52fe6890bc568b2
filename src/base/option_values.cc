#include "base/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/errors.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

bool all_texts(const Json& list) {
  return std::all_of(list.begin(), list.end(), [](const Json& each) { return each.is_string(); });
}

OptionValue value_from_json(const std::string& key, const Json& value) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return value.get<double>();
  if (value.is_number_integer() &&
      !(value.is_number_unsigned() && value.get<std::uint64_t>() > kLargest))
    return value.get<std::int64_t>();
  if (value.is_array() && all_texts(value)) return value.get<std::vector<std::string>>();
  throw InputError(fmt::format("option '{}' takes no {}", key,
                               value.is_number() ? "number as large as that" : value.type_name()));
}

std::string shown(std::string_view key) {
  std::string name(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return fmt::format("`{}`", name);
}

}  // namespace

const OptionValue* OptionValues::find(std::string_view key) const {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [&](const Item& item) { return item.first == key; });
  return found == items_.end() ? nullptr : &found->second;
}

void OptionValues::set(std::string_view key, OptionValue value) {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [&](const Item& item) { return item.first == key; });
  if (found == items_.end()) {
    items_.emplace_back(key, std::move(value));
  } else {
    found->second = std::move(value);
  }
}

void OptionValues::set(const OptionValues& others) {
  for (const auto& [key, value] : others) set(key, value);
}

void OptionValues::erase(std::string_view key) {
  std::erase_if(items_, [&](const Item& item) { return item.first == key; });
}

bool OptionValues::operator==(const OptionValues& other) const {
  return items_.size() == other.items_.size() &&
         std::all_of(items_.begin(), items_.end(), [&](const Item& item) {
           const OptionValue* theirs = other.find(item.first);
           return theirs != nullptr && *theirs == item.second;
         });
}

double number_of(const OptionValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string differences(const OptionValues& before, const OptionValues& now) {
  std::vector<std::string> found;
  for (const auto& [key, value] : before) {
    const OptionValue* other = now.find(key);
    if (other == nullptr) {
      found.push_back(fmt::format("{} ({}, now unset)", shown(key), to_json(value).dump()));
    } else if (*other != value) {
      found.push_back(fmt::format("{} ({}, now {})", shown(key), to_json(value).dump(),
                                  to_json(*other).dump()));
    }
  }
  for (const auto& [key, value] : now) {
    if (!before.contains(key))
      found.push_back(fmt::format("{} (unset, now {})", shown(key), to_json(value).dump()));
  }
  return fmt::format("{}", fmt::join(found, ", "));
}

Json to_json(const OptionValue& value) {
  return std::visit([](const auto& each) { return Json(each); }, value);
}

Json to_json(const OptionValues& values) {
  Json object = Json::object();
  for (const auto& [key, value] : values) object[key] = to_json(value);
  return object;
}

OptionValues option_values_from_json(const Json& object) {
  if (!object.is_object()) throw InputError("options must be a JSON object");
  OptionValues values;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_null()) values.set(key, value_from_json(key, value));
  }
  return values;
}

}  // namespace dplda
