// Parts of a benchmark, and what a process takes.
#include "lab/speed/suite.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "lab/speed/memory.h"
#include "lab/speed/speed_report.h"

namespace dplda {
namespace {

SuitePart named(const char* name, bool only_by_name = false) {
  return {.name = name, .only_by_name = only_by_name, .measure = [name] {
            return std::vector<Measurement>{
                {.name = name, .settings = {}, .value = 1, .unit = "MB", .spread = 0}};
          }};
}

std::vector<std::string> names_of(const std::string& only) {
  std::vector<std::string> names;
  for (const SuitePart& part :
       chosen_parts({named("sweeps, 50 topics"), named("noise"), named("memory", true)}, only))
    names.push_back(part.name);
  return names;
}

TEST(SuiteParts, AreAllButThoseThatMustBeNamed) {
  EXPECT_EQ(names_of(""), (std::vector<std::string>{"sweeps, 50 topics", "noise"}));
  EXPECT_EQ(names_of("memory"), std::vector<std::string>{"memory"});
  EXPECT_EQ(names_of("sweeps"), std::vector<std::string>{"sweeps, 50 topics"});
  EXPECT_THROW(names_of("nothing"), InputError);
}

TEST(SpeedReport, HasTheRowsOfAllPartsInTheirOrder) {
  std::vector<std::string> begun;
  const SpeedReport report =
      report_of({named("first"), named("second")}, true,
                [&](std::size_t number, std::size_t parts, const std::string& name) {
                  EXPECT_EQ(number, begun.size());
                  EXPECT_EQ(parts, 2u);
                  begun.push_back(name);
                });
  EXPECT_EQ(begun, (std::vector<std::string>{"first", "second"}));
  ASSERT_EQ(report.rows.size(), 2u);
  EXPECT_EQ(to_json(report)["rows"][1]["name"], "second");
  EXPECT_TRUE(to_json(report)["quick"]);
  const std::string text = speed_text(report);
  EXPECT_LT(text.find("first"), text.find("second"));
}

TEST(Timed, IsComparedWithTheYardstickWhichHasNoRow) {
  int plain = 0;
  int fast = 0;
  const Rate rate{.name = "fast", .settings = {}, .amount = 2, .unit = "things/s"};
  const std::vector<Timed> entries = {{.rate = rate, .once = [&] { ++plain; }},
                                      {.rate = rate, .once = [&] { ++fast; }}};
  const std::vector<Measurement> rows = timed(entries, {.rounds = 2, .round_seconds = 0}, "plain");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].name, "fast");
  EXPECT_EQ(rows[0].comparison->with, "plain");
  EXPECT_EQ(plain, 3);  // once unmeasured
  EXPECT_EQ(fast, 3);
  EXPECT_EQ(timed(entries, {.rounds = 1, .round_seconds = 0}).size(), 2u);
}

TEST(ProcessUse, IsOfTheProcessThatRan) {
  const ProcessUse use = use_of({"/bin/sh", "-c", "sleep 0.3"});
  EXPECT_GE(use.seconds, 0.3);
  EXPECT_GT(use.peak, 0);
  EXPECT_LE(use.own, use.peak);
  EXPECT_THROW(use_of({"/bin/sh", "-c", "exit 3"}), SystemError);
  EXPECT_THROW(use_of({"/nonexistent/program"}), SystemError);
}

}  // namespace
}  // namespace dplda
