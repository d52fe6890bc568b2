// The values of some options by their keys: what a run or a preparation was asked, for records.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace dplda {

using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

// In the order in which they were set; an unset option is not there.
class OptionValues {
 public:
  using Item = std::pair<std::string, OptionValue>;

  OptionValues() = default;
  OptionValues(std::initializer_list<Item> items) : items_(items) {}

  // Null if it is not there.
  const OptionValue* find(std::string_view key) const;
  bool contains(std::string_view key) const { return find(key) != nullptr; }
  // Whether it is there and has that value.
  bool says(std::string_view key, const OptionValue& value) const {
    const OptionValue* found = find(key);
    return found != nullptr && *found == value;
  }
  // Gives it another value where it is, or adds it at the end.
  void set(std::string_view key, OptionValue value);
  void set(const OptionValues& others);
  void erase(std::string_view key);

  bool empty() const { return items_.empty(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  // In whatever order.
  bool operator==(const OptionValues& other) const;

 private:
  std::vector<Item> items_;
};

// The number that it is, whole or not; NaN if it is none.
double number_of(const OptionValue& value);

// What differs between two of them, for people: "`topics` (5, now 6), `alpha` (0.1, now 1.0)".
std::string differences(const OptionValues& before, const OptionValues& now);

// As an object of a file, in the same order.
nlohmann::ordered_json to_json(const OptionValues& values);
nlohmann::ordered_json to_json(const OptionValue& value);
// Throws InputError, naming the key, for what no option can be; null is as if it were not there.
OptionValues option_values_from_json(const nlohmann::ordered_json& object);

}  // namespace dplda
