// Results of cells: kept under what they are of, worked out once, lost by nobody.
#include "lab/cell.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "reference/temporary.h"

namespace dplda {
namespace {

Cell numbered(int number, std::atomic<int>* worked = nullptr) {
  return {.identity = {{"kind", "test"}, {"number", number}},
          .cost = 1.0 + number,
          .work = [number, worked](const Stop&) {
            if (worked != nullptr) ++*worked;
            return nlohmann::ordered_json{{"square", number * number}};
          }};
}

std::vector<Cell> cells_of(int count, std::atomic<int>* worked) {
  std::vector<Cell> cells;
  for (int i = 0; i < count; ++i) cells.push_back(numbered(i, worked));
  return cells;
}

bool run(Results& results, std::vector<Cell> cells, int threads) {
  CellClock clock(cells.size(), 1);
  return complete(
      results, std::move(cells), threads, clock, [](const LabProgress&) {}, [] { return false; });
}

TEST(Cell, IsNamedByAllThatDecidesItsResult) {
  EXPECT_EQ(digest_of(numbered(1)), digest_of(numbered(1)));
  std::set<std::string> names;
  for (int i = 0; i < 50; ++i) names.insert(digest_of(numbered(i)));
  EXPECT_EQ(names.size(), 50u);
}

TEST(Results, AreWorkedOutOnceAndFoundAgain) {
  const test::TemporaryDirectory directory;
  std::atomic<int> worked = 0;
  {
    Results results((directory / "cells"));
    for (const Cell& cell : cells_of(20, &worked)) EXPECT_TRUE(results.of(cell).is_null());
    EXPECT_EQ(results.missing().size(), 20u);
    EXPECT_TRUE(run(results, results.missing(), 3));
    EXPECT_EQ(worked, 20);
    EXPECT_TRUE(results.missing().empty());
    EXPECT_EQ(results.of(numbered(7)).at("square"), 49);
  }
  Results later((directory / "cells"));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(later.of(numbered(i)).at("square"), i * i);
  EXPECT_TRUE(later.missing().empty());
}

TEST(Results, OfADamagedFileAreMissing) {
  const test::TemporaryDirectory directory;
  const auto path = [&](int number) {
    return (directory / "cells") + "/" + digest_of(numbered(number)) + ".json";
  };
  {
    Results results((directory / "cells"));
    for (int i = 0; i < 5; ++i) results.store(numbered(i), {{"square", i * i}}, 0);
  }
  std::filesystem::resize_file(path(0), 10);
  std::filesystem::resize_file(path(1), 0);
  std::filesystem::copy_file(path(3), path(2), std::filesystem::copy_options::overwrite_existing);
  std::ofstream(path(4)) << "[1, 2, 3]";
  Results results((directory / "cells"));
  EXPECT_TRUE(results.of(numbered(0)).is_null());
  EXPECT_TRUE(results.of(numbered(1)).is_null());
  EXPECT_TRUE(results.of(numbered(2)).is_null()) << "the result of another cell was taken";
  EXPECT_EQ(results.of(numbered(3)).at("square"), 9);
  EXPECT_TRUE(results.of(numbered(4)).is_null());
  EXPECT_EQ(results.missing().size(), 4u);
}

TEST(Results, OfCellsThatWereDoneAreKeptWhenAnotherFails) {
  const test::TemporaryDirectory directory;
  std::atomic<int> worked = 0;
  std::vector<Cell> cells = cells_of(10, &worked);
  cells[0].work = [](const Stop&) -> nlohmann::ordered_json { throw std::runtime_error("broken"); };
  {
    Results results((directory / "cells"));
    EXPECT_THROW(run(results, cells, 1), std::runtime_error);
  }
  Results later((directory / "cells"));
  int kept = 0;
  for (const Cell& cell : cells) kept += later.of(cell).is_null() ? 0 : 1;
  EXPECT_EQ(kept, worked);
  EXPECT_EQ(kept, 9);  // the cheapest failed, and came last
}

TEST(Results, AreLeftUndoneWhenAskedToStop) {
  const test::TemporaryDirectory directory;
  Results results((directory / "cells"));
  std::atomic<int> worked = 0;
  CellClock clock(10, 1);
  const bool done = complete(
      results, cells_of(10, &worked), 1, clock, [](const LabProgress&) {},
      [&] { return worked >= 4; });
  EXPECT_FALSE(done);
  EXPECT_EQ(worked, 4);
}

TEST(Results, OfACellThatWasStoppedAreNotKept) {
  const test::TemporaryDirectory directory;
  Results results((directory / "cells"));
  std::vector<Cell> cells = cells_of(3, nullptr);
  bool wanted = false;
  cells[2].work = [&](const Stop& stop) {  // the most expensive comes first
    wanted = true;
    return stop() ? nlohmann::ordered_json() : nlohmann::ordered_json{{"square", 4}};
  };
  CellClock clock(3, 1);
  EXPECT_FALSE(complete(
      results, cells, 1, clock, [](const LabProgress&) {}, [&] { return wanted; }));
  Results later((directory / "cells"));
  for (const Cell& cell : cells) EXPECT_TRUE(later.of(cell).is_null());
}

TEST(CellClock, ComesToTheEndWithTheLastCell) {
  const std::vector<Cell> cells = cells_of(6, nullptr);
  double cost = 0;
  for (const Cell& cell : cells) cost += cell.cost;
  CellClock clock(cells.size(), cost);
  LabProgress far;
  double before = 0;
  for (const Cell& cell : cells) {
    far = clock.tick(cell);
    EXPECT_GT(far.share, before);
    before = far.share;
  }
  EXPECT_EQ(far.done, far.cells);
  EXPECT_NEAR(far.share, 1, 1e-12);
  EXPECT_NEAR(far.seconds_left, 0, 1e-9);
}

}  // namespace
}  // namespace dplda
