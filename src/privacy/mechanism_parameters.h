// The parameters of a mechanism: what its losses can be computed from, whoever reads them.
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

// Values by their names, in the order in which they are written: the order is part of the value.
class MechanismParameters {
 public:
  // A whole number; or text: a fraction, or a number that some readers of JSON would round.
  using Value = std::variant<std::uint64_t, std::string>;
  using Item = std::pair<std::string, Value>;

  MechanismParameters() = default;
  // REQUIRES: no name twice.
  MechanismParameters(std::initializer_list<Item> items) : items_(items) {}
  explicit MechanismParameters(std::vector<Item> items) : items_(std::move(items)) {}

  // Null if it is not there.
  const Value* find(std::string_view name) const;
  // Throws InputError if it is not there.
  const Value& at(std::string_view name) const;
  // The same as a whole number or as text. REQUIRES: it is one.
  std::uint64_t count(std::string_view name) const { return std::get<std::uint64_t>(at(name)); }
  const std::string& text(std::string_view name) const { return std::get<std::string>(at(name)); }

  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  bool operator==(const MechanismParameters&) const = default;

 private:
  std::vector<Item> items_;
};

// As an object of a file, in the same order.
nlohmann::ordered_json to_json(const MechanismParameters& parameters);
// The same as text: {"scale":"2/1","cells":2}.
std::string to_text(const MechanismParameters& parameters);
// Throws InputError, in one sentence that names the mechanism, for what no parameters can be.
MechanismParameters parameters_from_json(const std::string& mechanism,
                                         const nlohmann::ordered_json& object);

}  // namespace dplda
