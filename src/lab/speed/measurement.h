// One figure of a benchmark, with what it is compared to.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/option_values.h"
#include "lab/speed/race.h"

namespace dplda {

// What the same work takes otherwise, timed in turn with it.
struct Comparison {
  std::string with;  // "textbook sampler"
  double value;      // in the measurement's unit
  double ratio;      // how many times as fast as that the measured one is
};

// A count as a value of a setting.
constexpr std::int64_t whole(std::uint64_t count) { return static_cast<std::int64_t>(count); }

struct Measurement {
  std::string name;       // "sweep: hdp"
  OptionValues settings;  // what it was measured with
  double value;
  std::string unit;
  double spread;  // slowest round less fastest, of the median
  TimedBy timed_by = TimedBy::kProcessor;
  std::optional<Comparison> comparison = std::nullopt;
};

nlohmann::ordered_json to_json(const Measurement& measurement);

// A rate: `amount` of `unit` is done by the work once. `other`, where given, does `other_amount`.
struct Rate {
  std::string name;
  OptionValues settings;
  double amount;
  std::string unit;
  TimedBy timed_by = TimedBy::kProcessor;
};
Measurement measured(const Rate& rate, const Timing& timing);
Measurement measured(const Rate& rate, const Timing& timing, const std::string& with,
                     const Timing& other, double other_amount);

// Work that is timed beside others of its kind.
struct Timed {
  Rate rate;
  std::function<void()> once;
  std::string set = "best";  // of instructions; the best one is in use again afterwards
};

// Times all of them in turn. `yardstick`, where given, is what the first of them is called: the
// others are compared with it, and it has no row of its own.
std::vector<Measurement> timed(std::span<const Timed> entries, const RaceLength& length,
                               const std::string& yardstick = "");

}  // namespace dplda
