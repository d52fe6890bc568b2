#include "lab/speed/measurement.h"

#include <nlohmann/json.hpp>

#include "base/simd.h"

namespace dplda {

nlohmann::ordered_json to_json(const Measurement& measurement) {
  nlohmann::ordered_json json = {
      {"name", measurement.name},
      {"settings", to_json(measurement.settings)},
      {"value", measurement.value},
      {"unit", measurement.unit},
      {"spread", measurement.spread},
      {"timed_by", measurement.timed_by == TimedBy::kWall ? "wall" : "processor"}};
  if (measurement.comparison) {
    json["compared_with"] = measurement.comparison->with;
    json["naive"] = measurement.comparison->value;
    json["ratio"] = measurement.comparison->ratio;
  }
  return json;
}

Measurement measured(const Rate& rate, const Timing& timing) {
  return {.name = rate.name,
          .settings = rate.settings,
          .value = rate.amount / timing.median,
          .unit = rate.unit,
          .spread = timing.spread(),
          .timed_by = rate.timed_by};
}

Measurement measured(const Rate& rate, const Timing& timing, const std::string& with,
                     const Timing& other, double other_amount) {
  Measurement result = measured(rate, timing);
  const double other_value = other_amount / other.median;
  result.comparison = {.with = with, .value = other_value, .ratio = result.value / other_value};
  return result;
}

std::vector<Measurement> timed(std::span<const Timed> entries, const RaceLength& length,
                               const std::string& yardstick) {
  std::vector<Contestant> contestants;
  for (const Timed& entry : entries) {
    contestants.push_back({[&entry](std::uint64_t times) {
                             use_instruction_set(entry.set);
                             for (std::uint64_t i = 0; i < times; ++i) entry.once();
                             use_instruction_set("best");
                           },
                           entry.rate.timed_by});
  }
  const std::vector<Timing> timings = race(contestants, length);
  std::vector<Measurement> rows;
  for (std::size_t i = yardstick.empty() ? 0 : 1; i < entries.size(); ++i) {
    rows.push_back(yardstick.empty() ? measured(entries[i].rate, timings[i])
                                     : measured(entries[i].rate, timings[i], yardstick, timings[0],
                                                entries[0].rate.amount));
  }
  return rows;
}

}  // namespace dplda
