// Measurements for people and for programs.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/speed/machine.h"
#include "lab/speed/suite.h"

namespace dplda {

struct SpeedReport {
  bool quick = false;
  Machine machine = {};
  std::vector<Measurement> rows = {};
  double seconds = 0;  // the whole
};

// Measures parts one after the other. `on_part` is told which one begins, of how many.
SpeedReport report_of(const std::vector<SuitePart>& parts, bool quick,
                      const std::function<void(std::size_t number, std::size_t parts,
                                               const std::string& name)>& on_part);

std::string speed_text(const SpeedReport& report);
nlohmann::ordered_json to_json(const SpeedReport& report);

}  // namespace dplda
