#include "base/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>

#include "base/errors.h"

namespace dplda {

namespace {

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

// The value in the type of an option that it is for.
template <class T>
T value_as(const std::string& key, const OptionValue& value) {
  if (const T* same = std::get_if<T>(&value)) return *same;
  if constexpr (std::is_same_v<T, double>) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  }
  const bool is_list = std::holds_alternative<Texts>(value);
  throw InputError(fmt::format("option '{}' takes {}, not {}", key, kind_of<T>(),
                               is_list ? "array" : to_json(value).dump()));
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
    if (!option.zero.empty() && text == option.zero) return T{0};
    return number_from<T>(option, text);
  }
}

template <class T>
std::optional<OptionValue> recorded(const T& value) {
  if constexpr (kIsOptional<T>) {
    return value ? std::optional<OptionValue>(*value) : std::nullopt;
  } else if constexpr (std::is_same_v<T, Texts>) {
    return value.empty() ? std::nullopt : std::optional<OptionValue>(value);
  } else if constexpr (std::is_same_v<T, NamedChoice>) {
    return OptionValue(value.name());
  } else {
    return OptionValue(value);
  }
}

std::optional<OptionValue> recorded(const Option& option) {
  return std::visit([](const auto* target) { return recorded(*target); }, option.target);
}

// What is recorded of an option whose value is nobody's business.
constexpr const char* kGiven = "given";

}  // namespace

std::string json_key(const Option& option) {
  std::string key = option.name;
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

OptionValues values_of(const OptionTable& table) {
  OptionValues values;
  for (const Option& option : table) {
    auto value = recorded(option);
    if (value && option.nameless) value = *value == OptionValue("") ? "" : kGiven;
    if (value) values.set(json_key(option), *std::move(value));
  }
  return values;
}

void set_values(const OptionTable& table, const OptionValues& values) {
  for (const auto& [key, value] : values) {
    const auto option = std::find_if(table.begin(), table.end(),
                                     [&](const Option& each) { return json_key(each) == key; });
    if (option == table.end()) throw InputError(fmt::format("there is no option '{}'", key));
    std::visit(
        [&](auto* target) {
          using T = std::remove_pointer_t<decltype(target)>;
          if constexpr (std::is_same_v<T, NamedChoice>) {
            const auto name = value_as<std::string>(key, value);
            if (!target->set(name)) refuse_choice(*option, name);
          } else {
            *target = value_as<typename Plain<T>::Type>(key, value);
          }
        },
        option->target);
  }
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
  const std::optional<OptionValue> value = recorded(option);
  if (!value || std::holds_alternative<Texts>(*value)) return "";
  if (!option.zero.empty() && *value == OptionValue(std::int64_t{0})) return option.zero;
  const auto* text = std::get_if<std::string>(&*value);
  return text != nullptr ? *text : to_json(*value).dump();
}

void check(const OptionTable& table) {
  for (const auto& option : table)
    std::visit([&](const auto* target) { check_value(option, *target); }, option.target);
}

}  // namespace dplda
