// Timing of several ways to do a thing, in turn within one run, so that whatever slows the machine
// down for a while slows all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace dplda {

// Processor time of this process for what one thread does, time on the wall for what several do.
enum class TimedBy { kProcessor, kWall };

struct Contestant {
  // Does the work so many times.
  std::function<void(std::uint64_t times)> work;
  TimedBy timed_by = TimedBy::kProcessor;
};

// Seconds of doing the work once, over the rounds of a race.
struct Timing {
  double median;
  double fastest;
  double slowest;
  double spread() const { return (slowest - fastest) / median; }
};

struct RaceLength {
  int rounds = 5;
  double round_seconds = 0.05;  // of one contestant, unless doing the work once takes longer
};

// Lets every contestant do its work once unmeasured, then all of them in turn in every round.
std::vector<Timing> race(std::span<const Contestant> contestants, const RaceLength& length);

}  // namespace dplda
