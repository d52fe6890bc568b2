// The machine that a measurement was made on.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dplda {

struct Machine {
  std::string processor = {};
  unsigned cores = 0;
  std::vector<std::string> instruction_sets = {};  // best first
  double gigahertz = 0;             // as a chain of operations of one cycle each takes them
  std::optional<double> load = {};  // how many programs wanted a core in the last minute
  // Bytes of each by its name, where the system tells.
  std::vector<std::pair<std::string, long>> caches = {};
};

// The one at hand.
Machine this_machine();

nlohmann::ordered_json to_json(const Machine& machine);

}  // namespace dplda
