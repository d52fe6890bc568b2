// What the private recipes promise beside their law: charges, keys, repetition, and what leaves the
// house.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/simd.h"
#include "reference/model_meta.h"
#include "reference/observers.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"
#include "training/method.h"
#include "training/publication.h"
#include "training/training.h"
#include "unit/training/private_runs.h"

namespace dplda {
namespace {

using test::key_file;
using test::phi_of;
using test::run;
using test::seeded;
using test::small_corpus;
using test::small_options;

double pure_word_total(const Ledger& ledger) {
  return ledger.total(Unit::kWord, View::kTopicsAndCounts).epsilon;
}

// What `tables` releases and `draws` sweeps of the small hdp run cost.
double hdp_cost(double tables, double draws) {
  return tables * 1.0 + draws * 2 * std::log(742.0 / 5);
}

TEST(PrivateTraining, GivesTheSameModelForAnyNumberOfThreadsAndInstructionSet) {
  const Corpus corpus = test::planted_corpus(1, 300, 40, 4);
  for (const char* recipe : {"hdp", "doc", "drawn", "cdp", "cdp-plus"}) {
    TrainOptions options = seeded(recipe);
    const std::vector<float> expected = phi_of(run(corpus, options));
    for (const std::int64_t threads : {2, 7}) {
      options->threads = threads;
      EXPECT_EQ(phi_of(run(corpus, options)), expected) << recipe << " " << threads;
    }
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      EXPECT_EQ(phi_of(run(corpus, options)), expected) << recipe << " " << set;
    }
    use_instruction_set("best");
  }
}

TEST(PrivateTraining, AnInterruptedRunResumesToTheSameBits) {
  const Corpus corpus = small_corpus();
  for (const char* recipe : {"hdp", "doc", "drawn", "cdp", "cdp-plus", "accumulate"}) {
    for (const bool keyed : {false, true}) {
      const test::TemporaryDirectory directory;
      TrainOptions options = small_options(recipe);
      if (keyed) {
        options->key_file = key_file(directory);
      } else {
        options->seed = 3;
      }
      const std::vector<float> whole = phi_of(run(corpus, options));
      TrainOptions first = options;
      first->checkpoint = directory / "state";
      test::StopAfter observer(10);
      EXPECT_TRUE(train(corpus, first, observer).interrupted);
      TrainOptions second = options;
      second->resume = directory / "state";
      EXPECT_EQ(phi_of(run(corpus, second)), whole) << recipe << " " << keyed;
    }
  }
}

TEST(PrivateTraining, ChargesEveryReleaseOfTheRunAndNoMore) {
  const TrainResult result = run(small_corpus(), small_options("hdp"));
  EXPECT_GE(pure_word_total(result.ledger), hdp_cost(13, 12));
  EXPECT_LE(pure_word_total(result.ledger), hdp_cost(13, 12) * (1 + 1e-9));
  const TrainResult doc = run(small_corpus(), small_options("doc"));
  // Twelve tables of squared length 10^6, and word totals for a twentieth of the whole.
  const double rho = 12 * 1e6 / (2 * 9.0) / 0.95;
  EXPECT_GE(doc.ledger.total(Unit::kDocument, View::kCounts).rho, rho * (1 - 1e-9));
  EXPECT_LE(doc.ledger.total(Unit::kDocument, View::kCounts).rho, rho * (1 + 1e-9));
  // Thirteen tables with at most eight words of a document.
  const TrainResult drawn = run(small_corpus(), small_options("drawn"));
  const double drawn_rho = 13 * 8 / (2 * 9.0);
  EXPECT_GE(drawn.ledger.total(Unit::kDocument, View::kCounts).rho, drawn_rho);
  EXPECT_LE(drawn.ledger.total(Unit::kDocument, View::kCounts).rho, drawn_rho * (1 + 1e-9));
}

TEST(PrivateTraining, AnInterruptedRunStillMakesAndChargesItsLastRelease) {
  test::StopAfter observer(7);
  const TrainResult result = train(small_corpus(), small_options("hdp"), observer);
  EXPECT_TRUE(result.interrupted);
  EXPECT_LE(pure_word_total(result.ledger), hdp_cost(8, 7) * (1 + 1e-9));
  EXPECT_GE(pure_word_total(result.ledger), hdp_cost(8, 7));
}

// Notes the ledger on disk at the moment when topics have been drawn.
class LedgerWatch final : public Observer {
 public:
  explicit LedgerWatch(std::string path) : path_(std::move(path)) {}
  void on_sweep(const Method&, std::uint32_t sweep) override {
    EXPECT_GE(pure_word_total(Ledger::read(path_)), hdp_cost(sweep, sweep)) << sweep;
  }

 private:
  std::string path_;
};

TEST(PrivateTraining, WhatIsReleasedIsOnDiskInTheLedgerBefore) {
  const test::TemporaryDirectory directory;
  for (const std::int64_t every : {1, 5, 50}) {
    TrainOptions options = small_options("hdp");
    options->every = every;
    const std::string path = directory / std::to_string(every);
    LedgerWatch watch(path);
    train(small_corpus(), options, watch, Ledger(path));
    EXPECT_LE(pure_word_total(Ledger::read(path)), hdp_cost(13, 12) * (1 + 1e-9));
  }
}

// Without checkpoints a killed run has charged at most twice what it made, and a long one waits for
// the disk a few times only.
TEST(PrivateTraining, BlocksOfChargesDoubleUnlessCheckpointsEndThem) {
  const test::TemporaryDirectory directory;
  const auto blocks_of = [&](const TrainOptions& options, const std::string& path) {
    run(small_corpus(), options, Ledger(path));
    std::vector<std::uint64_t> blocks;
    const Ledger ledger = Ledger::read(path);
    for (const LedgerEntry& entry : ledger.entries()) {
      if (entry.charge.release == "topics of all word occurrences")
        blocks.push_back(entry.charge.count);
    }
    return blocks;
  };
  TrainOptions options = small_options("hdp");  // 12 sweeps
  options->every = 2;
  EXPECT_EQ(blocks_of(options, directory / "doubling"), (std::vector<std::uint64_t>{2, 2, 4, 4}));
  options->checkpoint = directory / "state";
  EXPECT_EQ(blocks_of(options, directory / "even"), (std::vector<std::uint64_t>{2, 2, 2, 2, 2, 2}));
}

TEST(PrivateTraining, AnExactRepetitionUnderAKeyFileGivesTheSameBitsAndIsChargedOnce) {
  const test::TemporaryDirectory directory;
  const Corpus corpus = small_corpus();
  TrainOptions options = small_options("hdp");
  options->key_file = key_file(directory);
  const std::string path = directory / "x.ledger";
  const std::vector<float> first = phi_of(run(corpus, options, Ledger(path)));
  options->threads = 2;
  const TrainResult again = run(corpus, options, Ledger(path));
  EXPECT_EQ(phi_of(again), first);
  EXPECT_LE(pure_word_total(again.ledger), hdp_cost(13, 12) * (1 + 1e-9));
  // Without the key file it is another run.
  options->key_file.clear();
  const TrainResult other = run(corpus, options, Ledger(directory / "y.ledger"));
  EXPECT_NE(phi_of(other), first);
}

// Somebody repeats the whole run after the seventh sweep of it, which then stops.
class RepeatedMeanwhile final : public Observer {
 public:
  explicit RepeatedMeanwhile(std::function<void()> repeat) : repeat_(std::move(repeat)) {}
  void on_sweep(const Method&, std::uint32_t sweep) override {
    seen_ = sweep;
    if (sweep == 7) repeat_();
  }
  bool stop() override { return seen_ >= 7; }

 private:
  std::function<void()> repeat_;
  std::uint32_t seen_ = 0;
};

TEST(PrivateTraining, ARunThatStopsGivesNothingBackThatARepetitionUnderItsKeyRestsOn) {
  const test::TemporaryDirectory directory;
  const Corpus corpus = small_corpus();
  const std::string path = directory / "x.ledger";
  TrainOptions options = small_options("hdp");
  options->key_file = key_file(directory);
  RepeatedMeanwhile observer([&] { run(corpus, options, Ledger(path)); });
  EXPECT_TRUE(train(corpus, options, observer, Ledger(path)).interrupted);
  EXPECT_GE(pure_word_total(Ledger::read(path)), hdp_cost(13, 12));
  EXPECT_LE(pure_word_total(Ledger::read(path)), hdp_cost(13, 12) * (1 + 1e-9));
}

TEST(PrivateTraining, UnderAnOperatingSystemKeyRepeatedSweepsAreChargedAgain) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  TrainOptions options = small_options("hdp");
  options->checkpoint = directory / "state";
  {
    test::StopAfter observer(7);
    train(small_corpus(), options, observer, Ledger(path));
  }
  options->resume = options->checkpoint;
  options->checkpoint.clear();
  const TrainResult resumed = run(small_corpus(), options, Ledger(path));
  // 8 tables and 7 draws, then 8..13 and 8..12 with other noise.
  EXPECT_GE(pure_word_total(resumed.ledger), hdp_cost(8 + 6, 7 + 5));
  EXPECT_LE(pure_word_total(resumed.ledger), hdp_cost(8 + 6, 7 + 5) * (1 + 1e-9));
}

TEST(PrivateTraining, AResumedRunStatesAndChargesAllThatItRestsOn) {
  const test::TemporaryDirectory directory;
  for (const char* recipe : {"hdp", "doc", "drawn"}) {
    TrainOptions options = small_options(recipe);
    options->checkpoint = directory / recipe;
    const TrainResult whole = run(small_corpus(), options);
    {
      test::StopAfter observer(9);
      train(small_corpus(), options, observer);
    }
    options->resume = options->checkpoint;
    options->checkpoint.clear();
    // With a ledger that knows nothing of the first part.
    const TrainResult resumed = run(small_corpus(), options, Ledger(directory / "other.ledger"));
    const auto stated = test::meta_of(resumed.model).at("privacy");
    const auto expected = test::meta_of(whole.model).at("privacy");
    const double cost = expected.at("run").at("rho").get<double>();
    EXPECT_NEAR(stated.at("run").at("rho").get<double>(), cost, 1e-9 * cost) << recipe;
    EXPECT_GE(stated.at("data").at("rho").get<double>(), cost * (1 - 1e-9)) << recipe;
    test::write_file(directory / "other.ledger", "");
    std::remove((directory / "other.ledger").c_str());
  }
}

// Every part is a run of its own name, under the system's keys.
TEST(PrivateTraining, ARunThatIsResumedTwiceStatesAllThatItRestsOn) {
  const test::TemporaryDirectory directory;
  for (const char* recipe : {"hdp", "doc", "drawn"}) {
    TrainOptions options = small_options(recipe);
    const TrainResult whole = run(small_corpus(), options);
    options->checkpoint = directory / recipe;
    for (const std::uint32_t last : {3U, 9U}) {
      test::StopAfter observer(last);
      train(small_corpus(), options, observer, Ledger(directory / "ledger"));
      options->resume = options->checkpoint;
    }
    const TrainResult resumed =
        run(small_corpus(), options, Ledger(directory / (std::string(recipe) + ".ledger")));
    const auto stated = test::meta_of(resumed.model).at("privacy");
    const double cost = test::meta_of(whole.model).at("privacy").at("run").at("rho").get<double>();
    EXPECT_NEAR(stated.at("run").at("rho").get<double>(), cost, 1e-9 * cost) << recipe;
    EXPECT_NEAR(stated.at("data").at("rho").get<double>(), cost, 1e-9 * cost) << recipe;
  }
}

// The first release alone: counts and noise of scale 200, so that the sign of almost every cell is
// that of its noise.
std::vector<bool> signs_of_noise(const Corpus& corpus, const std::string& key,
                                 double beta_phi = 0.01) {
  TrainOptions options = small_options("hdp");
  options->topics = 200;
  test::set(options, "epsilon-noise", 0.01);
  test::set(options, "shrink", 0);
  test::set(options, "shrink-phi", 0);
  options->sweeps = 0;
  options->key_file = key;
  test::set(options, "beta-phi", beta_phi);
  std::vector<bool> signs;
  const TrainResult result = run(corpus, options);
  for (std::size_t k = 0; k < result.model.topics(); ++k) {
    const std::span<const float> row = result.model.topic(k);
    const float least = *std::min_element(row.begin(), row.end());
    for (const float p : row) signs.push_back(p > least * 1.5F);
  }
  return signs;
}

TEST(PrivateTraining, TheSameKeyFileOnOtherDataOrWithOtherOptionsGivesUnrelatedNoise) {
  const test::TemporaryDirectory directory;
  const std::string key = key_file(directory);
  std::vector<std::vector<std::uint32_t>> documents(50, {0, 1, 2, 3, 19});
  const Corpus corpus = test::corpus_of(documents, 20);
  documents.push_back({4, 5});
  const Corpus with_one_more = test::corpus_of(documents, 20);
  const std::vector<bool> first = signs_of_noise(corpus, key);
  const auto agreement = [&](const std::vector<bool>& other) {
    std::size_t equal = 0;
    for (std::size_t i = 0; i < first.size(); ++i) equal += first[i] == other[i] ? 1 : 0;
    return static_cast<double>(equal) / static_cast<double>(first.size());
  };
  EXPECT_EQ(agreement(signs_of_noise(corpus, key)), 1.0);
  // 4000 fair coins: six standard deviations are 0.048; counts of up to 50 over 200 topics shift a
  // sign's odds by less than 0.002.
  EXPECT_NEAR(agreement(signs_of_noise(with_one_more, key)), 0.5, 0.05);
  EXPECT_NEAR(agreement(signs_of_noise(corpus, key, 0.011)), 0.5, 0.05);
  EXPECT_NEAR(agreement(signs_of_noise(corpus, key_file(directory, 'l'))), 0.5, 0.05);
}

TEST(PrivateTraining, ARunWhoseSeedIsKnownOrWhoseWordsAreTheDatasIsNotPrivate) {
  EXPECT_TRUE(test::meta_of(run(small_corpus(), small_options("hdp")).model)["privacy"]["private"]);
  EXPECT_FALSE(test::meta_of(run(small_corpus(), seeded("hdp")).model)["privacy"]["private"]);
  EXPECT_FALSE(test::meta_of(run(small_corpus(), seeded("doc")).model)["privacy"]["private"]);
  const Corpus corpus(Vocabulary({"a", "b"}, VocabularyOrigin::kData), {0, 2}, {0, 1}, {1, 1}, {},
                      "test");
  const TrainResult result = run(corpus, small_options("doc"));
  EXPECT_FALSE(test::meta_of(result.model)["privacy"]["private"]);
  EXPECT_TRUE(std::isinf(epsilon_at(result.ledger.total(Unit::kDocument, View::kCounts), 0.1)));
}

class NeverStarted final : public Observer {
 public:
  void on_start(const Method&, std::uint32_t, std::uint32_t) override { ADD_FAILURE(); }
};

TEST(PrivateTraining, ABudgetThatDoesNotCoverTheWholeRunRefusesItBeforeItStarts) {
  const auto refused = [](const Corpus& corpus, const TrainOptions& options, double epsilon) {
    Ledger ledger;
    ledger.set_budget({.epsilon = epsilon, .delta = 0, .unit = Unit::kWord});
    NeverStarted observer;
    EXPECT_THROW(train(corpus, options, observer, std::move(ledger)), BudgetExhausted);
  };
  const TrainOptions options = small_options("hdp");
  refused(small_corpus(), options, hdp_cost(13, 12) * 0.999);
  refused(small_corpus(), seeded("hdp"), 1e9);
  TrainOptions plain = small_options("cgs");
  refused(small_corpus(), plain, 1e9);
  const Corpus own_words(Vocabulary({"a", "b"}, VocabularyOrigin::kData), {0, 2}, {0, 1}, {1, 1},
                         {}, "test");
  refused(own_words, options, 1e9);
  Ledger enough;
  enough.set_budget({.epsilon = hdp_cost(13, 12) * 1.001, .delta = 0, .unit = Unit::kWord});
  Observer observer;
  const TrainResult result = train(small_corpus(), options, observer, std::move(enough));
  // What was made is not given back, the release of the end included.
  EXPECT_GE(result.ledger.total(Unit::kWord, View::kTopicsAndCounts).epsilon,
            hdp_cost(13, 12) * 0.999);
}

TEST(PrivateTraining, WhatProtectsNobodyNeverPassesForPrivate) {
  struct Unprotected {
    std::string recipe;
    std::vector<std::pair<std::string, std::string>> given = {};
  };
  for (const Unprotected& way : {Unprotected{"cgs"},
                                 {"cdp"},
                                 {"cdp", {{"noise", "none"}}},
                                 {"cdp-plus", {{"noise", "laplace"}}},
                                 {"hdp", {{"noise", "none"}}},
                                 {"hdp", {{"sampler", "sequential"}}},
                                 {"hdp", {{"sampler", "sequential"}, {"noise", "laplace"}}},
                                 {"accumulate"},
                                 {"doc", {{"noise", "none"}}},
                                 {"drawn", {{"noise", "none"}}}}) {
    TrainOptions options = small_options(way.recipe);
    for (const auto& [name, value] : way.given) test::set(options, name, value);
    const TrainResult result = run(small_corpus(), options);
    EXPECT_TRUE(result.ledger.exposed()) << way.recipe;
    const auto privacy = test::meta_of(result.model).at("privacy");
    EXPECT_FALSE(privacy.at("private").get<bool>()) << way.recipe;
    EXPECT_FALSE(privacy.at("exposures").empty()) << way.recipe;
    EXPECT_THROW(publication(result.model, "model"), InputError) << way.recipe;
  }
}

TEST(PrivateTraining, WhatIsPublishedHoldsNothingBeyondTheReleases) {
  const Corpus corpus = small_corpus();
  const TrainResult result = run(corpus, small_options("doc"));
  const Publication clean = publication(result.model, "model");
  EXPECT_TRUE(clean.removed.empty());
  const std::string text = test::meta_of(result.model).dump();
  EXPECT_EQ(text.find(corpus.digest()), std::string::npos);
  EXPECT_EQ(text.find(std::to_string(corpus.tokens())), std::string::npos);
  // Prevalence comes from the releases: the true shares are not in it.
  TrainOptions plain = small_options("cgs");
  plain->seed = 1;
  EXPECT_THROW(publication(run(corpus, plain).model, "model"), InputError);
  EXPECT_THROW(publication(run(corpus, seeded("hdp")).model, "model"), InputError);

  nlohmann::ordered_json meta = test::meta_of(result.model);
  meta["documents"] = corpus.documents();
  meta["options"]["note"] = "mine";
  meta["preparation"]["file"] = "patients.txt";
  meta["preparation"]["stop_word_list"] = {"patients", "named"};
  const std::vector<float> coherence(result.model.topics(), 0.1F);
  const Publication stripped =
      publication(test::with_meta(result.model, meta).with_coherence(coherence), "model");
  EXPECT_EQ(stripped.removed.size(), 5u);
  EXPECT_TRUE(stripped.model.coherence().empty());
  EXPECT_EQ(test::meta_of(stripped.model).dump().find("patients"), std::string::npos);
  EXPECT_FALSE(test::meta_of(stripped.model).contains("documents"));
}

// The counts before every sweep, and what was released of them.
class Releases final : public Observer {
 public:
  void on_start(const Method& method, std::uint32_t, std::uint32_t) override {
    const Chain& chain = *method.chain();
    counts.push_back(cells_of(chain.table));
  }
  void on_draws(const Method& method) override { released.push_back(cells_of(*method.released())); }
  void on_sweep(const Method& method, std::uint32_t) override {
    const Chain& chain = *method.chain();
    counts.push_back(cells_of(chain.table));
  }

  std::vector<std::vector<std::int32_t>> counts;
  std::vector<std::vector<std::int32_t>> released;

 private:
  static std::vector<std::int32_t> cells_of(const TopicTable& table) {
    std::vector<std::int32_t> cells;
    for (std::uint32_t word = 0; word < table.words(); ++word) {
      const auto column = table.column(word);
      cells.insert(cells.end(), column.begin(),
                   column.begin() + static_cast<std::ptrdiff_t>(table.topics()));
    }
    return cells;
  }
};

TEST(PrivateTraining, WithoutNoiseTheCountsAreReleasedAsTheyAre) {
  for (const char* recipe : {"hdp", "drawn"}) {
    TrainOptions options = seeded(recipe);
    test::set(options, "noise", "none");
    Releases seen;
    train(small_corpus(), options, seen);
    ASSERT_EQ(seen.released.size(), 12U);
    for (std::size_t sweep = 0; sweep < seen.released.size(); ++sweep)
      EXPECT_EQ(seen.released[sweep], seen.counts[sweep]) << recipe << ", sweep " << sweep;
  }
}

}  // namespace
}  // namespace dplda
