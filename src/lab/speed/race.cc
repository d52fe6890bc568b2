#include "lab/speed/race.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

namespace dplda {
namespace {

// The most often that work is done in a round, for work that takes next to no time.
constexpr double kMostTimes = 1e6;

double now(TimedBy by) {
  if (by == TimedBy::kWall) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_of(const Contestant& contestant, std::uint64_t times) {
  const double start = now(contestant.timed_by);
  contestant.work(times);
  return (now(contestant.timed_by) - start) / static_cast<double>(times);
}

Timing timing_of(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const std::size_t half = seconds.size() / 2;
  const double median =
      seconds.size() % 2 == 1 ? seconds[half] : (seconds[half - 1] + seconds[half]) / 2;
  return {median, seconds.front(), seconds.back()};
}

}  // namespace

std::vector<Timing> race(std::span<const Contestant> contestants, const RaceLength& length) {
  std::vector<std::uint64_t> times;
  for (const Contestant& contestant : contestants) {
    const double once = std::max(seconds_of(contestant, 1), 1e-9);
    times.push_back(static_cast<std::uint64_t>(
        std::clamp(std::ceil(length.round_seconds / once), 1.0, kMostTimes)));
  }
  std::vector<std::vector<double>> seconds(contestants.size());
  for (int round = 0; round < length.rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i)
      seconds[i].push_back(seconds_of(contestants[i], times[i]));
  }
  std::vector<Timing> timings;
  for (std::vector<double>& rounds : seconds) timings.push_back(timing_of(std::move(rounds)));
  return timings;
}

}  // namespace dplda
