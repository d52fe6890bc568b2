// The figures and tables: what they ask for, and what they make of it.
#include "lab/figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/errors.h"
#include "lab/cells.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

class Figures : public testing::Test {
 protected:
  test::TemporaryDirectory directory_;
  Shelf shelf_{"", true};
  Results results_{directory_ / "cells"};
  Lab lab_{{.quick = true, .seeds = 2}, shelf_, results_};
};

TEST_F(Figures, HaveNamesOfTheirOwnAndAskForCells) {
  std::set<std::string_view> names;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
    EXPECT_EQ(&experiment_named(experiment.name), &experiment);
    Results own(directory_ / experiment.name);
    Lab lab({.quick = true, .seeds = 2}, shelf_, own);
    const std::variant<Figure, Table> made = experiment.made(lab);
    EXPECT_EQ(std::holds_alternative<Table>(made), experiment.is_table());
    std::visit(
        [&](const auto& one) {
          EXPECT_FALSE(one.title.empty()) << experiment.name;
          EXPECT_FALSE(one.note.empty()) << experiment.name;
        },
        made);
    if (const auto* figure = std::get_if<Figure>(&made)) {
      EXPECT_EQ(figure->name, experiment.name);
    }
    EXPECT_GT(own.missing().size(), 1u) << experiment.name;
  }
  EXPECT_FALSE(names.contains("all") || names.contains("tables") || names.contains("list"));
  EXPECT_THROW(experiment_named("nothing"), InputError);
}

// An epsilon is nothing without its unit and view: a panel may be seen alone.
TEST_F(Figures, SayInEveryPanelWhatItsEpsilonsAreOf) {
  for (const Experiment& experiment : figure_experiments()) {
    const auto figure = std::get<Figure>(experiment.made(lab_));
    for (const Panel& panel : figure.panels) {
      const std::string axes = panel.title + panel.x.label + panel.y.label;
      std::string all = axes;
      for (const Series& series : panel.series) all += series.name;
      if (all.find("epsilon") == std::string::npos) continue;
      const bool views =
          all.find("counts") != std::string::npos || all.find("report") != std::string::npos;
      const bool units = all.find("word") != std::string::npos ||
                         all.find("document") != std::string::npos ||
                         all.find("presence") != std::string::npos;
      EXPECT_TRUE(views && units) << experiment.name << ": " << all;
    }
  }
}

// Alpha and the number of topics move perplexity by themselves: a recipe is compared with plain
// sampling that has the same.
TEST_F(Figures, ShowPlainSamplingAtTheAlphaAndTopicsOfWhatIsComparedWithIt) {
  const std::set<std::string> kinds = {"train", "generated", "reports", "stream"};
  for (const Experiment& experiment : figure_experiments()) {
    Results own(directory_ / experiment.name);
    Lab lab({.quick = true, .seeds = 1}, shelf_, own);
    experiment.made(lab);
    std::set<std::pair<double, std::int64_t>> plain;
    std::set<std::pair<double, std::int64_t>> compared;
    for (const Cell& cell : own.missing()) {
      if (!kinds.contains(cell.identity["kind"].get<std::string>())) continue;
      const auto& options = cell.identity["options"];
      auto& kind = options["recipe"] == "cgs" ? plain : compared;
      kind.emplace(options["alpha"].get<double>(), options["topics"].get<std::int64_t>());
    }
    for (const auto& [alpha, topics] : compared)
      EXPECT_TRUE(plain.contains({alpha, topics})) << experiment.name << ": " << alpha;
  }
}

TEST_F(Figures, TakeMeanLeastAndMostOfTheSeeds) {
  const auto cell = [](std::int64_t seed) {
    return Cell{.identity = {{"seed", seed}}, .cost = 1, .work = [seed](const Stop&) {
                  return nlohmann::ordered_json{{"value", 10 * seed}};
                }};
  };
  EXPECT_TRUE(std::isnan(lab_.over_seeds(3, cell, reading("value")).y));
  results_.store(cell(1), {{"value", 10}}, 0);
  EXPECT_TRUE(std::isnan(lab_.over_seeds(3, cell, reading("value")).y)) << "a seed is missing";
  results_.store(cell(2), {{"value", 30}}, 0);
  const Point point = lab_.over_seeds(3, cell, reading("value"));
  EXPECT_EQ(point.x, 3);
  EXPECT_EQ(point.y, 20);
  EXPECT_EQ(point.low, 10);
  EXPECT_EQ(point.high, 30);
}

TEST_F(Figures, CellsOfOneKindDifferByCorpusOptionsAndSeed) {
  const Dataset& data = shelf_.get("clinic");
  const auto with = [&](auto change) {
    TrainOptions options = options_for("cgs");
    options->seed = 1;
    change(options);
    return digest_of(training_cell(data, options));
  };
  const std::set<std::string> names = {
      with([](TrainOptions&) {}), with([](TrainOptions& o) { o->seed = 2; }),
      with([](TrainOptions& o) { o->alpha = 0.2; }), with([](TrainOptions& o) { o->topics = 9; })};
  EXPECT_EQ(names.size(), 4u);
  EXPECT_EQ(with([](TrainOptions&) {}), with([](TrainOptions& o) { o->threads = 2; }));
}

TEST(Shelf, HasTheInventedNotesAlways) {
  Shelf shelf("", true);
  EXPECT_TRUE(shelf.has("clinic"));
  EXPECT_FALSE(shelf.has("kos"));
  EXPECT_THROW(shelf.get("kos"), InputError);
  EXPECT_EQ(shelf.present({"kos", "nips"}), std::vector<std::string>{"clinic"});
  const Dataset& data = shelf.get("clinic");
  EXPECT_EQ(&shelf.get("clinic"), &data);
  EXPECT_EQ(data.all.documents(), data.train.documents() + data.test.documents());
  EXPECT_EQ(data.labels.size(), data.all.documents());
  EXPECT_EQ(data.train.tokens() + data.test.tokens(), data.all.pairs()) << "words count once";
}

TEST(Shelf, DividesKosAsThePaperDoes) {
  const auto path = test::real_data("kos/docword.kos.txt.gz");
  if (!path) GTEST_SKIP() << "needs kos/docword.kos.txt.gz below DPLDA_DATA";
  Shelf shelf(path->substr(0, path->size() - std::string("/kos/docword.kos.txt.gz").size()), false);
  const Dataset& data = shelf.get("kos");
  EXPECT_EQ(data.train.documents(), 3000u);
  EXPECT_EQ(data.test.documents(), 430u);
  EXPECT_EQ(data.all.words(), 1000u);
  EXPECT_EQ(data.all.tokens(), 211676u);  // distinct (document, word) pairs
}

}  // namespace
}  // namespace dplda
