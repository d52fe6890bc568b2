#include "base/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "base/errors.h"

namespace dplda {

namespace {

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::string>;

template <class T>
constexpr bool kIsOptional = false;
template <class T>
constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<std::optional<T>> {
  using Type = T;
};

std::string flag(const Option& option) { return fmt::format("`{}`", option.name); }

// "from 1 to 65535", "above 0", "of at least 1"; empty: any.
std::string range_words(const Option& option) {
  const bool low = std::isfinite(option.least);
  const bool high = std::isfinite(option.most);
  if (low && option.above_least && high && option.below_most)
    return fmt::format(" above {} and below {}", option.least, option.most);
  if (low && option.above_least && high)
    return fmt::format(" above {} and at most {}", option.least, option.most);
  if (low && option.above_least) return fmt::format(" above {}", option.least);
  if (low && high) return fmt::format(" from {} to {}", option.least, option.most);
  if (low) return fmt::format(" of at least {}", option.least);
  if (high) return fmt::format(" of at most {}", option.most);
  return "";
}

template <class Number>
void check_number(const Option& option, Number value) {
  const auto number = static_cast<double>(value);
  const bool low_enough = option.below_most ? number < option.most : number <= option.most;
  const bool high_enough = option.above_least ? number > option.least : number >= option.least;
  if (std::isfinite(number) && low_enough && high_enough) return;
  const std::string range = range_words(option);
  const char* kind = std::is_integral_v<Number> ? "whole number"
                     : range.empty()            ? "finite number"
                                                : "number";
  throw InputError(fmt::format("{} must be a {}{}, not {}", flag(option), kind, range, value));
}

[[noreturn]] void refuse_choice(const Option& option, const std::string& value) {
  throw InputError(fmt::format("{} must be one of {}, not '{}'", flag(option),
                               fmt::join(choices_of(option), ", "), value));
}

void check_choice(const Option& option, const std::string& value) {
  const auto& choices = option.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  refuse_choice(option, value);
}

template <class T>
void check_value(const Option& option, const T& value) {
  if constexpr (kIsOptional<T>) {
    if (value) check_number(option, *value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    check_choice(option, value);
  } else if constexpr (std::is_same_v<T, Texts>) {
    for (const std::string& each : value) check_choice(option, each);
  } else if constexpr (!std::is_same_v<T, bool> && !std::is_same_v<T, NamedChoice>) {
    check_number(option, value);
  }
}

template <class T>
std::string_view kind_of() {
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_same_v<T, std::int64_t>) return "a whole number";
  if constexpr (std::is_same_v<T, double>) return "a number";
  if constexpr (std::is_same_v<T, Texts>) return "a list of texts";
  return "a text";
}

template <class T>
T json_value(const std::string& key, const Json& value) {
  if constexpr (std::is_same_v<T, bool>) {
    if (value.is_boolean()) return value.get<bool>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (value.is_string()) return value.get<std::string>();
  } else if constexpr (std::is_same_v<T, Texts>) {
    const auto is_text = [](const Json& each) { return each.is_string(); };
    if (value.is_array() && std::all_of(value.begin(), value.end(), is_text))
      return value.get<Texts>();
  } else if constexpr (std::is_same_v<T, double>) {
    if (value.is_number()) return value.get<double>();
  } else {
    constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
    if (value.is_number_integer() &&
        !(value.is_number_unsigned() && value.get<std::uint64_t>() > kLargest))
      return value.get<std::int64_t>();
  }
  throw InputError(fmt::format("option '{}' takes {}, not {}", key, kind_of<T>(),
                               value.is_structured() ? value.type_name() : value.dump()));
}

template <class Number>
Number number_from(const Option& option, std::string_view text) {
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (text.size() > 1 && *begin == '+' && begin[1] != '-') ++begin;
  Number number{};
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc::invalid_argument && stop == end) {
    if (error == std::errc()) return number;
    throw InputError(fmt::format("{} must be a smaller number, not {}", flag(option), text));
  }
  throw InputError(fmt::format("{} takes {}, not '{}'", flag(option), kind_of<Number>(), text));
}

template <class T>
T value_from(const Option& option, const std::string& text) {
  if constexpr (std::is_same_v<T, bool>) {
    if (text == "true" || text == "false") return text == "true";
    throw InputError(fmt::format("{} takes true or false, not '{}'", flag(option), text));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return text;
  } else {
    return number_from<T>(option, text);
  }
}

template <class T>
Json value_as_json(const T& value) {
  if constexpr (kIsOptional<T>) {
    return value ? Json(*value) : Json();
  } else if constexpr (std::is_same_v<T, Texts>) {
    return value.empty() ? Json() : Json(value);
  } else if constexpr (std::is_same_v<T, NamedChoice>) {
    return Json(value.name());
  } else {
    return Json(value);
  }
}

}  // namespace

std::string json_key(const Option& option) {
  std::string key = option.name;
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

nlohmann::ordered_json to_json(const OptionTable& table) {
  Json values = Json::object();
  for (const auto& option : table) {
    Json value =
        std::visit([](const auto* target) { return value_as_json(*target); }, option.target);
    if (!value.is_null()) values[json_key(option)] = std::move(value);
  }
  return values;
}

void from_json(const OptionTable& table, const nlohmann::ordered_json& values) {
  if (!values.is_object()) throw InputError("options must be a JSON object");
  for (auto item = values.begin(); item != values.end(); ++item) {
    const std::string& key = item.key();
    const Json& value = item.value();
    const auto option = std::find_if(table.begin(), table.end(),
                                     [&](const Option& each) { return json_key(each) == key; });
    if (option == table.end()) throw InputError(fmt::format("there is no option '{}'", key));
    std::visit(
        [&](auto* target) {
          using T = std::remove_pointer_t<decltype(target)>;
          if constexpr (std::is_same_v<T, NamedChoice>) {
            const auto name = json_value<std::string>(key, value);
            if (!target->set(name)) refuse_choice(*option, name);
          } else if (kIsOptional<T> && value.is_null()) {
            if constexpr (kIsOptional<T>) *target = T{};
          } else {
            *target = json_value<typename Plain<T>::Type>(key, value);
          }
        },
        option->target);
  }
}

std::string differences(const Json& before, const Json& now) {
  std::vector<std::string> found;
  const auto flag_named = [](std::string key) {
    std::replace(key.begin(), key.end(), '_', '-');
    return "`" + key + "`";
  };
  for (const auto& [key, value] : before.items()) {
    if (!now.contains(key)) {
      found.push_back(fmt::format("{} ({}, now unset)", flag_named(key), value.dump()));
    } else if (now.at(key) != value) {
      found.push_back(
          fmt::format("{} ({}, now {})", flag_named(key), value.dump(), now.at(key).dump()));
    }
  }
  for (const auto& [key, value] : now.items()) {
    if (!before.contains(key))
      found.push_back(fmt::format("{} (unset, now {})", flag_named(key), value.dump()));
  }
  return fmt::format("{}", fmt::join(found, ", "));
}

std::string why_idle(const Option& option) {
  const std::string reason = option.idle_because ? option.idle_because() : "";
  return reason.empty() ? "" : "here: " + reason;
}

const Option* find_option(const OptionTable& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Option& option) { return option.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> choices_of(const Option& option) {
  const auto* choice = std::get_if<NamedChoice*>(&option.target);
  return choice == nullptr ? option.choices : (*choice)->names();
}

std::string default_of(const Option& option) {
  return option.shown_default.empty() ? value_as_text(option) : option.shown_default;
}

void copy_value(const Option& from, const Option& to) {
  std::visit(
      [&](auto* target) {
        const auto* source = std::get<std::remove_cvref_t<decltype(target)>>(from.target);
        if constexpr (std::is_same_v<std::remove_pointer_t<decltype(target)>, NamedChoice>) {
          if (!target->set(source->name())) refuse_choice(to, source->name());
        } else {
          *target = *source;
        }
      },
      to.target);
}

void set_from_text(const Option& option, const std::string& text) {
  std::visit(
      [&](auto* target) {
        using T = std::remove_pointer_t<decltype(target)>;
        if constexpr (std::is_same_v<T, Texts>) {
          target->push_back(text);
        } else if constexpr (std::is_same_v<T, NamedChoice>) {
          if (!target->set(text)) refuse_choice(option, text);
        } else {
          *target = value_from<typename Plain<T>::Type>(option, text);
        }
      },
      option.target);
}

std::string value_as_text(const Option& option) {
  const Json value =
      std::visit([](const auto* target) { return value_as_json(*target); }, option.target);
  if (value.is_null() || value.is_array()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void check(const OptionTable& table) {
  for (const auto& option : table)
    std::visit([&](const auto* target) { check_value(option, *target); }, option.target);
}

}  // namespace dplda
