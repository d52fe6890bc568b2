// The option table: an option is declared once, here as data, and its flag, its JSON key, its range
// check and its help text all come from that declaration.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/option_values.h"

namespace dplda {

// The value of an enum under the name that people give it.
class NamedChoice {
 public:
  virtual ~NamedChoice() = default;
  virtual std::string name() const = 0;
  virtual std::vector<std::string> names() const = 0;
  // False, and nothing is set, if none has that name.
  virtual bool set(std::string_view name) = 0;

 protected:
  NamedChoice() = default;
  NamedChoice(const NamedChoice&) = default;
  NamedChoice& operator=(const NamedChoice&) = default;
};

// The names of an enum's values: specialise it with
//   static constexpr std::array<std::pair<std::string_view, Enum>, N> kNames.
template <class Enum>
struct ChoiceNames;

// An enum that an option can be bound to. Wherever a value is wanted it is one.
template <class Enum>
class Choice final : public NamedChoice {
 public:
  Choice(Enum value) : value_(value) {}     // NOLINT(google-explicit-constructor)
  operator Enum() const { return value_; }  // NOLINT(google-explicit-constructor)

  std::string name() const override {
    for (const auto& [name, value] : ChoiceNames<Enum>::kNames) {
      if (value == value_) return std::string(name);
    }
    return "";
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> all;
    for (const auto& [name, value] : ChoiceNames<Enum>::kNames) all.emplace_back(name);
    return all;
  }
  bool set(std::string_view wanted) override {
    for (const auto& [name, value] : ChoiceNames<Enum>::kNames) {
      if (name != wanted) continue;
      value_ = value;
      return true;
    }
    return false;
  }

 private:
  Enum value_;
};

// One option, bound to the variable that holds its value. The value at the time of declaration is
// the default.
struct Option {
  using Target =
      std::variant<bool*, std::int64_t*, double*, std::string*, std::optional<std::int64_t>*,
                   std::optional<double>*, std::vector<std::string>*, NamedChoice*>;

  std::string name;  // "max-words": flag --max-words, JSON key max_words
  Target target;
  std::string help;                                         // one line, lower case, no full stop
  double least = -std::numeric_limits<double>::infinity();  // numbers only, inclusive
  double most = std::numeric_limits<double>::infinity();    // numbers only, inclusive
  bool above_least = false;                                 // `least` itself is not allowed
  bool below_most = false;                                  // `most` itself is not allowed
  std::vector<std::string> choices = {};                    // texts only; empty: any
  std::string metavar = {};  // "FILE", "N"; empty: made from the type
  // Those who have it, where a table is made of several (recipes, methods); empty: all.
  std::vector<std::string> only_for = {};
  // Why it does nothing together with the values that the others have when asked, as half a
  // sentence; empty: it does something. None: it always does.
  std::function<std::string()> idle_because = {};
  bool affects_result = true;      // false for threads, verbosity, paths of outputs
  std::string shown_default = {};  // where the value does not say it; empty: the value does
  std::string zero = {};           // whole numbers only: what people call 0; empty: 0
  bool nameless = false;           // texts only: records say that it was given, not what it is

  // For front ends that parse words:
  char letter = 0;                         // a short name beside the long one: 'o' for -o
  bool required = false;                   // must be given
  int values = 0;                          // lists only: how many it takes; 0: any number
  std::vector<std::string> excludes = {};  // names of options that it cannot be given with
};

using OptionTable = std::vector<Option>;

std::string json_key(const Option& option);

// The values by their keys, in the order of the table. Unset optional values are left out.
OptionValues values_of(const OptionTable& table);

// Sets values. Unknown keys and wrong types throw InputError naming the key.
void set_values(const OptionTable& table, const OptionValues& values);

// Sets one value from text, as a flag brings it; adds it to a list. Throws InputError naming the
// flag if it is not of the option's type; its range is check()'s business.
void set_from_text(const Option& option, const std::string& text);

// Why an option does nothing with the values that the others of its table have: "here: there is no
// `prior` corpus"; empty: it does something.
std::string why_idle(const Option& option);

// The option of that name; null if there is none.
const Option* find_option(const OptionTable& table, std::string_view name);

// The names that its value may have; empty: any.
std::vector<std::string> choices_of(const Option& option);

// What it is if it is not given, for people; empty: nothing.
std::string default_of(const Option& option);

// Gives an option the value that it has in another table of the same kind.
void copy_value(const Option& from, const Option& to);

// The value as text, as set_from_text takes it; empty if it is unset, or a list.
std::string value_as_text(const Option& option);

// Throws InputError with one sentence naming the flag if a value is out of its range, not finite or
// not a choice.
void check(const OptionTable& table);

}  // namespace dplda
