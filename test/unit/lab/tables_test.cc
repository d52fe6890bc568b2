// The tables: what they ask for, what they make of it, and the runs behind them.
#include <gtest/gtest.h>

#include <set>

#include "base/errors.h"
#include "lab/figures.h"
#include "lab/table_parts.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

class Tables : public testing::Test {
 protected:
  // The table if every cell gave what `invent` says of its identity.
  template <class Invent>
  Table made(Table (*tabulate)(Lab&), const Invent& invent) {
    const test::TemporaryDirectory directory;
    Results results(directory / "cells");
    Lab lab({.quick = true, .seeds = 2}, shelf_, results);
    tabulate(lab);
    for (const Cell& cell : results.missing()) results.store(cell, invent(cell.identity), 0);
    Table table = tabulate(lab);
    EXPECT_TRUE(results.missing().empty());
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.header.size()) << table.title;
    return table;
  }

  static Json quality(double value) { return {{"perplexity", value}, {"completion", value + 1}}; }

  // What a cell of either kind may give, all of it from its seed.
  static Json by_seed(const Json& identity) {
    const auto seed = identity["options"]["seed"].get<double>();
    const Json here = quality(100 * seed);
    Json result = quality(10 * seed);
    result.update({{"counts", here},
                   {"recovery", 0.5},
                   {"told", 3},
                   {"cpu", seed},
                   {"prior", identity.value("prior", 0) > 0 ? here : Json()},
                   {"batches", {here, quality(7)}},
                   {"last", quality(50 * seed)},
                   {"binary", quality(5)}});
    return result;
  }

  Shelf shelf_{"", true};
};

TEST_F(Tables, HaveARowForEveryRunAndAUnitForEveryEpsilon) {
  for (const Experiment& experiment : experiments()) {
    if (!experiment.is_table()) continue;
    const Table table = made(std::get<Experiment::Tabulate>(experiment.make), by_seed);
    EXPECT_GT(table.rows.size(), 1u) << experiment.name;
    std::string all = table.title + table.note;
    for (const std::string& cell : table.header) all += cell;
    for (const auto& row : table.rows) {
      for (const std::string& cell : row) all += cell;
    }
    EXPECT_EQ(all.find("nan"), std::string::npos) << experiment.name << all;
    if (all.find("epsilon") == std::string::npos) continue;
    const bool unit = all.find("document") != std::string::npos ||
                      all.find("word") != std::string::npos ||
                      all.find("presence") != std::string::npos;
    EXPECT_TRUE(unit && (all.find("counts") != std::string::npos ||
                         all.find("report") != std::string::npos))
        << experiment.name;
  }
}

TEST_F(Tables, TakeMeansLeastAndMostOverTheSeeds) {
  const Table table = made(reports_table, by_seed);
  EXPECT_EQ(table.rows[0][3], "150.0 (100.0-200.0)");
  EXPECT_EQ(table.rows[0][4], "15.0 (10.0-20.0)");
  EXPECT_EQ(table.rows[0][5], "151.0");
  EXPECT_EQ(table.rows.back()[3], "100.0") << "one topic has one seed";
}

TEST_F(Tables, OfStreamsCompareTheLastBatchWithThePriorAlone) {
  const Table table = made(streams_table, by_seed);
  EXPECT_EQ(table.rows[0][4], "150.0 (100.0-200.0)");
  EXPECT_EQ(table.rows[0][7], "-50.0%");
  for (const auto& row : table.rows) EXPECT_EQ(row[3] == "0", row[4] == "-");
}

TEST_F(Tables, OfChoosingSayFromWhichSizeOnARunHelps) {
  const Table table = made(choosing_table, [](const Json& identity) {
    const bool one_topic = identity["options"]["topics"] == 1;
    const bool plain = identity["options"]["recipe"] == "cgs";
    Json result = quality(one_topic ? 99 : plain ? 49 : 95);
    result.update({{"recovery", plain && !one_topic ? 0.93 : 0.2}, {"cpu", 12.3}});
    return result;
  });
  EXPECT_EQ(table.rows[0][4], "100 / 0.20 *");
  EXPECT_EQ(table.rows[1][2], "250");
  EXPECT_EQ(table.rows[1][3], "250");
  EXPECT_EQ(table.rows[2][2], "-");
  EXPECT_EQ(table.rows[2][4], "**96** / 0.20 *") << "no twentieth better than one topic";
}

TEST_F(Tables, HaveDashesWhereNothingIsKnown) {
  const test::TemporaryDirectory directory;
  Results results(directory / "cells");
  Lab lab({.quick = true, .seeds = 2}, shelf_, results);
  for (const auto& row : choosing_table(lab).rows) EXPECT_EQ(row[4], "-");
  for (const auto& row : hdp_budget_table(lab).rows) EXPECT_EQ(row[2], "-");
  for (const auto& row : noise_check_table(lab).rows) EXPECT_EQ(row[1], "-");
}

TEST(Asked, IsWhatTheFlagsOfTrainSay) {
  const TrainOptions options = asked("--recipe lp --topics 7 --preset paper --sampler sequential");
  EXPECT_EQ(options->recipe, "lp");
  EXPECT_EQ(options->topics, 7);
  EXPECT_EQ(options->alpha, 1) << "the preset's, and flags beside it";
  EXPECT_EQ(asked("--topics 30 --topics 1")->topics, 1) << "the last one counts";
  EXPECT_EQ(asked("")->recipe, "cgs");
  EXPECT_THROW(asked("--recipe cgs --cap 3"), InputError);
}

TEST(TableCell, GivesTheFiguresOfTheCommandsThatAUserTypes) {
  // dplda generate clinic --documents 250 --seed 7, dplda prepare --vocab --binary, dplda train
  // --topics 1 --sweeps 1 --seed 1, dplda evaluate and dplda recover gave these.
  Shelf shelf("", false);
  const TableCorpus& notes = shelf.of_table("notes-250");
  EXPECT_EQ(notes.train.words(), 548u);
  TrainOptions options = asked("--topics 1 --sweeps 1");
  options->seed = 1;
  const Json result = table_cell(notes, options).work([] { return false; });
  EXPECT_NEAR(result["completion"].get<double>(), 443.41303150869027, 1e-9);
  EXPECT_EQ(result["recovery"].get<double>(), 0.197);
  EXPECT_FALSE(result.contains("told")) << "no noise was added";
}

TEST(TableCell, DiffersByTheCheckAgainstNoise) {
  Shelf shelf("", true);
  TrainOptions options = asked("--recipe doc --target-epsilon 3");
  options->seed = 1;
  const std::string with = digest_of(table_cell(shelf.of_table("notes-250"), options));
  options->noise_check = false;
  EXPECT_NE(digest_of(table_cell(shelf.of_table("notes-250"), options)), with);
}

}  // namespace
}  // namespace dplda
