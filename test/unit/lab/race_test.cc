#include "lab/speed/race.h"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "lab/speed/measurement.h"

namespace dplda {
namespace {

TEST(Race, ContestantsTakeTurnsInEveryRound) {
  std::string turns;
  const auto taking = [&](char name) {
    return Contestant{[&turns, name](std::uint64_t) { turns += name; }, TimedBy::kWall};
  };
  const std::vector<Contestant> contestants = {taking('a'), taking('b'), taking('c')};
  const std::vector<Timing> timings = race(contestants, {.rounds = 3, .round_seconds = 0});
  EXPECT_EQ(turns, "abcabcabcabc");  // one of them unmeasured
  EXPECT_EQ(timings.size(), 3u);
}

// Sleep is what is measured in these two: it takes its time at least, however busy the machine is,
// and no time of the processor. Nothing is said of how much longer it takes.
TEST(Race, SecondsAreOfDoingTheWorkOnce) {
  using std::chrono::milliseconds;
  std::uint64_t done = 0;
  const std::vector<Contestant> contestants = {{[&](std::uint64_t times) {
                                                  done += times;
                                                  for (std::uint64_t i = 0; i < times; ++i)
                                                    std::this_thread::sleep_for(milliseconds(2));
                                                },
                                                TimedBy::kWall}};
  const Timing timing = race(contestants, {.rounds = 3, .round_seconds = 0.01}).front();
  EXPECT_GE(timing.fastest, 0.002);  // sleep never ends early
  EXPECT_LE(timing.fastest, timing.median);
  EXPECT_LE(timing.median, timing.slowest);
  EXPECT_LE(done, 1u + 3 * 5);
}

TEST(Race, SleepTakesTimeOnTheWallAndNoneOfTheProcessor) {
  const auto sleep = [](std::uint64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  };
  const std::vector<Contestant> contestants = {{sleep, TimedBy::kProcessor},
                                               {sleep, TimedBy::kWall}};
  const std::vector<Timing> timings = race(contestants, {.rounds = 1, .round_seconds = 0});
  EXPECT_LT(timings[0].median, 0.025);
  EXPECT_GE(timings[1].median, 0.05);
}

TEST(Measured, RatesAndRatiosFollowFromAmountsAndSeconds) {
  const Timing fast{.median = 0.5, .fastest = 0.4, .slowest = 0.6};
  const Timing slow{.median = 4, .fastest = 4, .slowest = 4};
  const Rate rate{.name = "it", .settings = {{"topics", 5}}, .amount = 10, .unit = "things/s"};
  const Measurement row = measured(rate, fast, "the plain way", slow, 20);
  EXPECT_DOUBLE_EQ(row.value, 20);
  EXPECT_DOUBLE_EQ(row.spread, 0.4);
  ASSERT_TRUE(row.comparison);
  EXPECT_DOUBLE_EQ(row.comparison->value, 5);
  EXPECT_DOUBLE_EQ(row.comparison->ratio, 4);
  const nlohmann::ordered_json json = to_json(row);
  EXPECT_EQ(json["name"], "it");
  EXPECT_EQ(json["naive"], 5.0);
  EXPECT_EQ(json["compared_with"], "the plain way");
  EXPECT_FALSE(to_json(measured(rate, fast)).contains("naive"));
}

}  // namespace
}  // namespace dplda
