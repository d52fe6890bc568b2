// The law of every release: what leaves the house is the true counts plus noise of the variance
// that was charged, each time fresh. Variances are recomputed from the ledger's file, never taken
// from the code that draws.
#include "reference/release_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/threads.h"
#include "lda/moment_fit.h"
#include "lda/public_metric.h"
#include "recipes/exponential_mixture.h"
#include "recipes/release_filter.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"
#include "training/noise_check.h"
#include "training/recipe.h"
#include "training/training.h"

namespace dplda {
namespace {

constexpr const char* kTable = "topic-word table with noise";
constexpr const char* kTotals = "word totals with noise";
constexpr const char* kPairs = "pairs of words with noise";

// The private ways of training. "drawn" is doc with drawn contributions.
const std::vector<std::string> kReleasingWays = {"hdp", "doc", "drawn", "moments"};

std::string recipe_of(const std::string& way) { return way == "drawn" ? "doc" : way; }
// Pairs of words are many.
std::uint32_t words_for(const std::string& way) { return way == "moments" ? 150 : 2000; }

TrainOptions releasing_options(const std::string& way, std::int64_t topics, std::int64_t sweeps) {
  TrainOptions options = options_for(recipe_of(way));
  options->noise_check = false;  // releases nothing
  options->topics = topics;
  options->sweeps = sweeps;
  test::set_if_known(options, "inner-sweeps", 2);
  test::set_if_known(options, "average", 1);
  options->threads = 2;
  options->key = key_from_seed(1);
  if (way == "hdp") test::set(options, "epsilon-noise", 1);
  if (way == "doc" || way == "moments") test::set(options, "sigma", 700);
  if (way == "drawn") {
    test::set(options, "contribution", "drawn");
    test::set(options, "cap", 10);
    test::set_if_known(options, "sigma", 5);
  }
  return options;
}

// 60 documents of 1 to 20 words all over the vocabulary.
Corpus scattered_corpus(std::uint32_t words, std::uint32_t shift = 0) {
  std::vector<std::vector<std::uint32_t>> documents;
  for (std::uint32_t m = 0; m < 60; ++m) {
    auto& document = documents.emplace_back();
    for (std::uint32_t j = 0; j <= m % 20; ++j)
      document.push_back((m * 7919 + j * 104729 + shift) % words);
  }
  return test::corpus_of(documents, words);
}

TrainResult recorded(const Corpus& corpus, const TrainOptions& options, const std::string& ledger,
                     test::ReleaseRecorder& recorder) {
  return train(corpus, options, recorder, Ledger(ledger));
}

// Every release by itself, and every pair of them.
void expect_law(const test::ReleaseRecorder& recorder, const std::string& ledger) {
  recorder.expect_all_charges_made();
  const auto charged = test::charged_releases(ledger);
  const auto& noise = recorder.noise();
  for (auto a = noise.begin(); a != noise.end(); ++a) {
    const std::string name = a->first.first + " " + std::to_string(a->first.second);
    ASSERT_TRUE(charged.contains(a->first)) << name;
    test::expect_noise_as_charged(a->second, charged.at(a->first), name);
    for (auto b = noise.begin(); b != a; ++b) {
      test::expect_unrelated(
          a->second, b->second,
          name + " and " + b->first.first + " " + std::to_string(b->first.second));
    }
  }
}

// 1% of a variance is six standard errors from 720,000 cells of Gaussian noise on and from
// 1,850,000 of Laplace noise (reference/release_law.cc).
TEST(ReleaseLaw, EveryTableOfHdpHasFreshNoiseAsChargedTheLastIncluded) {
  const test::TemporaryDirectory directory;
  test::ReleaseRecorder recorder(directory / "ledger");
  recorded(scattered_corpus(20000), releasing_options("hdp", 96, 2), directory / "ledger",
           recorder);
  EXPECT_EQ(recorder.noise().size(), 3u);
  expect_law(recorder, directory / "ledger");
}

TEST(ReleaseLaw, EveryTableOfDocHasFreshNoiseAsCharged) {
  const test::TemporaryDirectory directory;
  test::ReleaseRecorder recorder(directory / "ledger");
  recorded(scattered_corpus(20000), releasing_options("doc", 40, 3), directory / "ledger",
           recorder);
  EXPECT_EQ(recorder.noise().size(), 4u);
  test::ReleaseNoise totals = recorder.noise().at({kTotals, 1});
  EXPECT_EQ(totals.columns, 1u);
  for (std::uint64_t a = 1; a <= 3; ++a) {
    const auto& table = recorder.noise().at({kTable, a});
    test::expect_noise_as_charged(
        table, test::charged_releases(directory / "ledger").at({kTable, a}), std::to_string(a));
    test::expect_unrelated(table, totals, "totals");
    for (std::uint64_t b = 1; b < a; ++b)
      test::expect_unrelated(table, recorder.noise().at({kTable, b}), "tables");
  }
  recorder.expect_all_charges_made();
}

// With one topic there are as many cells of a table as word totals, and plain arithmetic says what
// either was made of.
TEST(ReleaseLaw, TheWordTotalsOfDocHaveNoiseOfTheirOwnAsCharged) {
  const test::TemporaryDirectory directory;
  test::ReleaseRecorder recorder(directory / "ledger");
  recorded(scattered_corpus(730000), releasing_options("doc", 1, 1), directory / "ledger",
           recorder);
  EXPECT_EQ(recorder.noise().size(), 2u);
  EXPECT_TRUE(recorder.noise().contains({kTotals, 1}));
  expect_law(recorder, directory / "ledger");
}

TEST(ReleaseLaw, EveryTableOfDrawnDocHasFreshNoiseAsChargedTheLastIncluded) {
  const test::TemporaryDirectory directory;
  test::ReleaseRecorder recorder(directory / "ledger");
  recorded(scattered_corpus(20000), releasing_options("drawn", 40, 2), directory / "ledger",
           recorder);
  EXPECT_EQ(recorder.noise().size(), 3u);
  expect_law(recorder, directory / "ledger");
}

// With one topic a table has as many cells as there are words; the cells of many tables are held
// against the charge of one. Of 1250 totals six standard errors of the variance are 24%.
TEST(ReleaseLaw, EveryReleaseOfMomentsHasFreshNoiseAsCharged) {
  constexpr std::int64_t kTables = 600;
  const test::TemporaryDirectory directory;
  test::ReleaseRecorder recorder(directory / "ledger");
  recorded(scattered_corpus(1250), releasing_options("moments", 1, kTables), directory / "ledger",
           recorder);
  recorder.expect_all_charges_made();
  EXPECT_EQ(recorder.noise().size(), kTables + 2u);
  const auto charged = test::charged_releases(directory / "ledger");
  test::expect_noise_as_charged(recorder.noise().at({kPairs, 1}), charged.at({kPairs, 1}), kPairs);
  const test::ReleaseNoise& totals = recorder.noise().at({kTotals, 1});
  double squares = 0;
  for (const std::int32_t cell : totals.cells) squares += static_cast<double>(cell) * cell;
  EXPECT_NEAR(squares / 1250 / test::charged_variance(charged.at({kTotals, 1})), 1, 0.24);
  test::ReleaseNoise tables{.columns = 1, .cells = {}};
  for (std::uint64_t i = 1; i <= kTables; ++i) {
    const test::ReleaseNoise& table = recorder.noise().at({kTable, i});
    tables.cells.insert(tables.cells.end(), table.cells.begin(), table.cells.end());
    test::expect_unrelated(table, totals, "totals");
    if (i > 1) test::expect_unrelated(table, recorder.noise().at({kTable, i - 1}), "tables");
  }
  test::expect_noise_as_charged(tables, charged.at({kTable, 1}), kTable);
  // The noise of pairs is drawn in rows of 256: the first of each stands where a word of a table
  // does.
  test::ReleaseNoise firsts{.columns = 1, .cells = {}};
  for (std::size_t i = 0; i < 1250; ++i)
    firsts.cells.push_back(recorder.noise().at({kPairs, 1}).cells[256 * i]);
  test::expect_unrelated(firsts, totals, "pairs and totals");
  for (std::uint64_t i = 1; i <= kTables; ++i)
    test::expect_unrelated(firsts, recorder.noise().at({kTable, i}), "pairs and tables");
}

// What is charged as the squared length of a document's part is what the longest part has: one
// document in a corpus of its own, of more words than the cap.
TEST(ReleaseLaw, ADocumentsPartOfAReleaseIsAsLongAsChargedAndNoLonger) {
  const Corpus one = test::corpus_of({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}, 20);
  for (const std::string way : {"doc", "drawn", "moments"}) {
    const test::TemporaryDirectory directory;
    test::ReleaseRecorder recorder(directory / "ledger");
    recorded(one, releasing_options(way, way == "drawn" ? 3 : 1, 2), directory / "ledger",
             recorder);
    const auto charged = test::charged_releases(directory / "ledger");
    ASSERT_EQ(recorder.noise().size(), way == "moments" ? 4u : 3u);
    for (const auto& [id, noise] : recorder.noise()) {
      const auto squares = static_cast<double>(charged.at(id).parameters.count("squares"));
      // 16 words of 250 each, of which shares of floats may lose one; ten words that count once.
      const bool floats = way != "drawn" && id.first == kTable;
      // Of moments a document of fewer than 20 words counts for less; rounding takes less than a
      // hundredth of 16 words' parts, and of 120 pairs'.
      const bool weighed = charged.at(id).name == "bounded_gaussian";
      const double least = weighed ? 0.99 * 16 / 20 * squares : squares;
      EXPECT_LE(recorder.squares(id), squares) << way << " " << id.first;
      EXPECT_GE(recorder.squares(id), floats ? 16 * 249 * 249 : least) << way << " " << id.first;
    }
  }
}

TEST(ReleaseLaw, AWordOfHdpMovesAsManyCellsAsCharged) {
  const test::TemporaryDirectory directory;
  test::ReleaseRecorder recorder(directory / "ledger");
  recorded(scattered_corpus(50), releasing_options("hdp", 3, 1), directory / "ledger", recorder);
  for (const auto& [id, mechanism] : test::charged_releases(directory / "ledger")) {
    if (id.first != kTable) continue;
    EXPECT_EQ(mechanism.parameters.count("cells"), 2u) << id.second;
  }
}

// One key for other documents or other options: 20,000 cells, so that six standard errors of a
// correlation are 0.04, where the same noise has 1.
TEST(ReleaseLaw, RunsUnderOneKeyShareNoiseOnlyWhereOneRepeatsTheOther) {
  for (const std::string& way : kReleasingWays) {
    const test::TemporaryDirectory directory;
    const Corpus corpus = scattered_corpus(words_for(way));
    const TrainOptions options = releasing_options(way, 10, 2);
    TrainOptions other_alpha = options;
    other_alpha->alpha = 0.2;
    TrainOptions repeated = options;
    repeated->threads = 1;
    const auto run = [&](const char* name, const Corpus& documents, const TrainOptions& chosen) {
      test::ReleaseRecorder recorder(directory / name);
      recorded(documents, chosen, directory / name, recorder);
      return recorder.noise().at({kTable, 2});
    };
    const test::ReleaseNoise first = run("first", corpus, options);
    EXPECT_EQ(run("again", corpus, repeated).cells, first.cells) << way;
    test::expect_unrelated(run("documents", scattered_corpus(words_for(way), 1), options), first,
                           way);
    test::expect_unrelated(run("options", corpus, other_alpha), first, way);
  }
}

// A run that is stopped after two sweeps of four and goes on twice. Under a key it repeats what it
// released and charged already; under keys of the operating system everything is drawn afresh and
// charged again.
TEST(ReleaseLaw, AResumedRunRepeatsReleasesBitForBitOrDrawsThemAfresh) {
  for (const std::string& way : kReleasingWays) {
    for (const bool keyed : {true, false}) {
      const test::TemporaryDirectory directory;
      const Corpus corpus = scattered_corpus(words_for(way));
      TrainOptions options = releasing_options(way, 10, 4);
      if (!keyed) options->key.reset();
      TrainOptions stopped = options;
      stopped->checkpoint = directory / "state";
      test::ReleaseRecorder first(directory / "ledger");
      first.stop_after(2);
      EXPECT_TRUE(recorded(corpus, stopped, directory / "ledger", first).interrupted);
      TrainOptions resumed = options;
      resumed->resume = directory / "state";
      test::ReleaseRecorder second(directory / "ledger");
      recorded(corpus, resumed, directory / "ledger", second);
      test::ReleaseRecorder third(directory / "ledger");
      recorded(corpus, resumed, directory / "ledger", third);
      const auto& again = second.noise().at({kTable, 4});
      if (keyed) {
        EXPECT_EQ(third.noise().at({kTable, 4}).cells, again.cells) << way;
      } else {
        test::expect_unrelated(third.noise().at({kTable, 4}), again, way);
      }
      for (const auto& [id, noise] : first.noise()) {
        // The release of the stopped run's end is, under one key, that of the next sweep.
        if (keyed && second.noise().contains(id)) {
          EXPECT_EQ(second.noise().at(id).cells, noise.cells) << way << " " << id.second;
        } else if (id.first != kPairs) {  // which have other cells
          test::expect_unrelated(noise, again, way);
        }
      }
    }
  }
}

// A model that is made of its last release alone: anybody who has the release has the model.
void expect_made_of_the_last_release(const std::string& way) {
  const test::TemporaryDirectory directory;
  test::ReleaseRecorder recorder(directory / "ledger");
  TrainOptions options = releasing_options(way, 3, 2);
  test::set(options, "shrink-phi", 0);
  const TrainResult result =
      recorded(scattered_corpus(50), options, directory / "ledger", recorder);
  const std::vector<std::int64_t>& cells = recorder.last_release();
  ASSERT_EQ(cells.size(), 150u);
  for (std::size_t k = 0; k < 3; ++k) {
    double total = 50 * 0.01;
    for (std::size_t word = 0; word < 50; ++word)
      total += static_cast<double>(std::max<std::int64_t>(cells[word * 3 + k], 0));
    for (std::size_t word = 0; word < 50; ++word) {
      const auto cell = static_cast<double>(std::max<std::int64_t>(cells[word * 3 + k], 0));
      EXPECT_NEAR(result.model.phi()[k * 50 + word], (cell + 0.01) / total, 1e-6);
    }
  }
}

TEST(ReleaseLaw, TheModelOfHdpIsMadeOfWhatWasReleased) { expect_made_of_the_last_release("hdp"); }

TEST(ReleaseLaw, TheModelOfDrawnDocIsMadeOfWhatWasReleased) {
  expect_made_of_the_last_release("drawn");
}

// Keeps what everybody may see.
class ReleasedCells final : public Observer, public ReleaseWitness {
 public:
  ReleaseWitness* witness() override { return this; }
  void on_release(const Release& release) override {
    (release.name == std::string(kTotals) ? totals : tables.emplace_back())
        .assign(release.cells.begin(), release.cells.end());
  }
  void on_sweep(const Method& method, std::uint32_t) override {
    frequencies = method.without_topics().frequencies;
  }

  std::vector<double> frequencies;  // by which documents are made up after the last sweep
  std::vector<double> totals;
  std::vector<std::vector<double>> tables;
};

// The model of doc, made again of its releases, their charged variances and public constants.
TEST(ReleaseLaw, TheModelOfDocIsMadeOfWhatWasReleased) {
  constexpr double kSmoothing = 1.4;  // of a cell
  const test::TemporaryDirectory directory;
  ReleasedCells released;
  const TrainResult result = train(scattered_corpus(50), releasing_options("doc", 3, 4), released,
                                   Ledger(directory / "ledger"));
  ASSERT_EQ(released.totals.size(), 50u);
  ASSERT_EQ(released.tables.size(), 4u);
  const auto charged = test::charged_releases(directory / "ledger");
  const double least = std::sqrt(test::charged_variance(charged.at({kTotals, 1})));
  for (double& total : released.totals) total = std::max(total, least);
  ReleaseFilter filter(3, released.totals, test::charged_variance(charged.at({kTable, 1})));
  for (const std::vector<double>& table : released.tables) filter.add(table);
  ThreadPool pool(1);
  std::vector<double> expected;
  const std::vector<double> cells = filter.estimate(expected, pool);
  for (std::size_t k = 0; k < 3; ++k) {
    double total = 50 * kSmoothing;
    for (std::size_t word = 0; word < 50; ++word) total += cells[word * 3 + k];
    for (std::size_t word = 0; word < 50; ++word) {
      EXPECT_NEAR(result.model.phi()[k * 50 + word], (cells[word * 3 + k] + kSmoothing) / total,
                  1e-6);
    }
  }
}

// The model of moments, made again of its releases, their charged variances and public constants.
TEST(ReleaseLaw, TheModelOfMomentsIsMadeOfWhatWasReleased) {
  constexpr std::size_t kFew = 50;
  const test::TemporaryDirectory directory;
  ReleasedCells released;
  const TrainResult result = train(scattered_corpus(kFew), releasing_options("moments", 3, 4),
                                   released, Ledger(directory / "ledger"));
  const auto charged = test::charged_releases(directory / "ledger");
  ASSERT_EQ(released.tables.size(), 5u);  // the pairs come first
  const double bound =
      std::sqrt(static_cast<double>(charged.at({kPairs, 1}).parameters.count("squares")));
  NoisyMoments moments{Matrix(kFew, kFew),
                       std::sqrt(test::charged_variance(charged.at({kPairs, 1}))) / bound,
                       released.totals, test::charged_variance(charged.at({kTotals, 1})) / 1e6};
  for (double& total : moments.totals) total /= 1000;
  std::size_t next = 0;
  for (std::size_t i = 0; i < kFew; ++i)
    for (std::size_t j = i + 1; j < kFew; ++j)
      moments.pairs(i, j) = moments.pairs(j, i) = released.tables[0][next++] / bound;
  ThreadPool pool(1);
  const MomentFit fit = fit_moments(moments, plain_metric(kFew), 3, pool);
  std::vector<double> mean(3 * kFew);
  for (std::size_t t = 1; t <= 4; ++t)
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += released.tables[t][i] / 4;
  std::array<double, 3> totals{};
  for (std::size_t i = 0; i < mean.size(); ++i) totals[i % 3] += mean[i];
  const double least = std::max(0.05 * (totals[0] + totals[1] + totals[2]) / 3, 1e-3);
  for (double& total : totals) total = std::max(total, least);
  std::vector<double> expected(mean.size());
  for (std::size_t i = 0; i < mean.size(); ++i)
    expected[i] = totals[i % 3] * std::max(fit.phi(i % 3, i / 3), 0.05 * fit.frequencies[i / 3]);
  const std::vector<double> cells =
      posterior_means(mean, test::charged_variance(charged.at({kTable, 1})) / 4, expected,
                      std::array{0.1, 0.4, 0.8, 1.25, 2.5, 6.0}, kFew, pool);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> row(kFew);
    for (std::size_t i = 0; i < kFew; ++i)
      row[i] = std::max(cells[i * 3 + k], 0.02 * fit.frequencies[i] * totals[k]);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (std::size_t i = 0; i < kFew; ++i)
      EXPECT_NEAR(result.model.topic(k)[i], row[i] / sum, 1e-6);
  }
}

// What the noise check finds is published: it may look at releases alone.
TEST(ReleaseLaw, DocumentsForTheNoiseCheckAreMadeUpOfWhatWasReleased) {
  for (const std::string& way : kReleasingWays) {
    if (way == "moments") continue;  // has no such check
    TrainOptions options = releasing_options(way, 3, 3);
    test::set_if_known(options, "average", 2);  // of the last sweep and the end
    ReleasedCells released;
    train(scattered_corpus(50), options, released, Ledger());
    std::vector<double> sums = released.totals;
    if (way != "doc") {
      ASSERT_EQ(released.tables.size(), 4u) << way;
      sums.resize(50);
      for (std::size_t i = 0; i < 150; ++i) sums[i / 3] += released.tables[2][i];
    }
    EXPECT_EQ(released.frequencies, nearest_frequencies(sums)) << way;
  }
}

// Whoever adds a recipe that charges for its releases adds its law here.
TEST(ReleaseLaw, IsCheckedForEveryRecipeThatCharges) {
  std::vector<std::string> charging;
  for (const Recipe& recipe : recipes()) {
    TrainOptions options = options_for(std::string(recipe.name));
    test::set_if_known(options, "epsilon-noise", 1);
    test::set_if_known(options, "sigma", 5);
    if (plan_of(options).charges()) charging.emplace_back(recipe.name);
  }
  std::sort(charging.begin(), charging.end());
  EXPECT_EQ(charging, (std::vector<std::string>{"doc", "hdp", "moments"}));
}

}  // namespace
}  // namespace dplda
