#include "speed/measurement.h"

namespace dplda {

nlohmann::ordered_json to_json(const Measurement& measurement) {
  nlohmann::ordered_json json = {
      {"name", measurement.name},
      {"settings", measurement.settings},
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

}  // namespace dplda
