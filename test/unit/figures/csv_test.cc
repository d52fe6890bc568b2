#include "figures/csv.h"

#include <gtest/gtest.h>

#include <limits>

namespace dplda {
namespace {

TEST(Csv, HasALineForEveryPointAndLevel) {
  const Figure figure{
      .panels = {{.title = "one, two",
                  .series = {{.name = "say \"so\"", .points = {{1, 0.1, 0.05, 0.3}, {2, 7}}},
                             {.name = "two\nlines",
                              .points = {{-1e-9, std::numeric_limits<double>::infinity()}}}},
                  .levels = {{"floor", 781}}}}};
  EXPECT_EQ(csv(figure),
            "panel,series,x,y,low,high\n"
            "\"one, two\",\"say \"\"so\"\"\",1,0.1,0.05,0.3\n"
            "\"one, two\",\"say \"\"so\"\"\",2,7,7,7\n"
            "\"one, two\",\"two\nlines\",-1e-09,inf,inf,inf\n"
            "\"one, two\",floor,,781,,\n");
}

TEST(Csv, NumbersReadBackTheSame) {
  const double third = 1.0 / 3;
  const std::string text =
      csv({.panels = {{.title = "p", .series = {{.name = "s", .points = {{third, 0}}}}}}});
  const std::size_t start = text.find("s,", text.find("p,s")) + 2;
  EXPECT_EQ(std::stod(text.substr(start)), third);
}

TEST(Csv, OfATableHasItsHeaderAndRows) {
  const Table table{.title = "not there",
                    .header = {"run", "a, b"},
                    .rows = {{"`--topics 1`", "443 / 0.20 *"}, {"say \"so\"", ""}},
                    .note = "nor this"};
  EXPECT_EQ(csv(table),
            "run,\"a, b\"\n"
            "`--topics 1`,443 / 0.20 *\n"
            "\"say \"\"so\"\"\",\n");
}

}  // namespace
}  // namespace dplda
