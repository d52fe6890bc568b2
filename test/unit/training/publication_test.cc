// What publish believes of a model: nothing that it can work out.
#include "training/publication.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "collect/contributor.h"
#include "privacy/mechanisms.h"
#include "recipes/lp.h"
#include "reference/model_meta.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"
#include "runs/prepare.h"
#include "training/model_privacy.h"
#include "training/private_vocabulary.h"
#include "training/recomputed_privacy.h"
#include "training/training.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

TrainOptions small(const std::string& recipe) {
  TrainOptions options = options_for(recipe);
  options->topics = 3;
  options->sweeps = 3;
  options->threads = 1;
  if (recipe == "hdp") test::set(options, "epsilon-noise", 1);
  if (recipe == "doc") test::set(options, "target-epsilon", 2);
  return options;
}

Model trained_model(const Corpus& corpus, const std::string& recipe, Ledger ledger = Ledger()) {
  Observer observer;
  return train(corpus, small(recipe), observer, std::move(ledger)).model;
}

Corpus corpus_to_publish() { return test::planted_corpus(2, 40, 12, 3); }

// A corpus whose words were chosen with noise.
Corpus private_corpus() {
  const test::TemporaryDirectory directory;
  std::string text;
  for (int m = 0; m < 400; ++m) text += m % 2 == 0 ? "ship sail harbour\n" : "cow barn field\n";
  test::write_file(directory / "notes.txt", text);
  LedgerOptions ledger;
  ledger.no_ledger = true;
  runs::Watcher nobody;
  runs::prepare({.inputs = {directory / "notes.txt"},
                 .output = directory / "notes.npz",
                 .vocabulary = {.private_vocab = true, .vocab_epsilon = 8, .vocab_cap = 3},
                 .ledger = ledger},
                nobody, key_from_seed(1));
  return Corpus::load(directory / "notes.npz");
}

Model trained_on_reports(std::int64_t cap) {
  const Corpus corpus = corpus_to_publish();
  ContributorOptions contributor;
  contributor.epsilon = 2;
  contributor.cap = cap;
  const Reports reports = held_reports(Contributor(corpus, contributor), corpus.documents());
  const TrainOptions options = small("lp");
  Observer observer;
  return train(reports, nullptr, options, observer).model;
}

std::vector<std::pair<std::string, Model>> private_models() {
  std::vector<std::pair<std::string, Model>> models;
  models.emplace_back("hdp", trained_model(corpus_to_publish(), "hdp"));
  models.emplace_back("doc", trained_model(corpus_to_publish(), "doc"));
  models.emplace_back("hdp over a private vocabulary", trained_model(private_corpus(), "hdp"));
  models.emplace_back("doc over a private vocabulary", trained_model(private_corpus(), "doc"));
  models.emplace_back("lp", trained_on_reports(0));
  models.emplace_back("lp, capped", trained_on_reports(3));
  return models;
}

// Calls `visit` for every number, text and truth value below `json`.
void each_leaf(const Json& json, const Json::json_pointer& at,
               const std::function<void(const Json::json_pointer&, const Json&)>& visit) {
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) each_leaf(value, at / key, visit);
  } else if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) each_leaf(json[i], at / i, visit);
  } else {
    visit(at, json);
  }
}

std::vector<Json> forgeries_of(const Json& value) {
  if (value.is_boolean()) return {!value.get<bool>(), "yes", Json()};
  if (value.is_number_integer())
    return {value.get<std::int64_t>() - 1, value.get<std::int64_t>() + 1, -1, 0, 1u << 31, "many"};
  if (value.is_number()) {
    const double figure = value.get<double>();
    return {figure / 2, figure * (1 - 1e-6), 0.0, -1.0, "none", Json(), figure * 2};
  }
  return {"infinite", "presence", "word", "document",         "counts", "topics+counts", "report",
          "hdp",      "doc",      "lp",   "operating system", "1/1000", "key file",      "public",
          "private",  "",         0.001};
}

// Parts of the record that nothing in the model lets us work out.
bool only_stated(const std::string& pointer) { return pointer == "/recorded" || pointer == "/key"; }

TEST(Publication, WritesTheRecordOfAnHonestModelAsItWas) {
  for (const auto& [name, model] : private_models()) {
    const Publication ready = publication(model, "model");
    EXPECT_EQ(test::meta_of(ready.model).at("privacy"), test::meta_of(model).at("privacy")) << name;
    // And so once more.
    EXPECT_EQ(test::meta_of(publication(ready.model, "model").model), test::meta_of(ready.model))
        << name;
  }
}

TEST(Publication, ForgingAnyFieldOfTheRecordIsRefusedOrUndone) {
  for (const auto& [name, model] : private_models()) {
    const Json honest = test::meta_of(model).at("privacy");
    int forged = 0;
    each_leaf(honest, Json::json_pointer(), [&](const Json::json_pointer& at, const Json& value) {
      for (const Json& other : forgeries_of(value)) {
        if (other == value) continue;
        Json meta = test::meta_of(model);
        meta["privacy"][at] = other;
        ++forged;
        try {
          const Json record =
              test::meta_of(publication(test::with_meta(model, meta), "model").model)["privacy"];
          // Larger figures of the data's total may come from other runs; they are kept.
          const bool larger = at.to_string().starts_with("/data/") && other.is_number() &&
                              (!value.is_number() || other > value) && record[at] == other;
          EXPECT_TRUE(larger || only_stated(at.to_string()) || record == honest)
              << name << ": " << at << " " << value << " as " << other;
        } catch (const InputError&) {
        }
      }
    });
    EXPECT_GT(forged, 100) << name;
  }
}

TEST(Publication, RemovingAnyPartOfTheRecordIsRefusedOrUndone) {
  for (const auto& [name, model] : private_models()) {
    const Json honest = test::meta_of(model).at("privacy");
    for (const auto& [key, value] : honest.items()) {
      Json meta = test::meta_of(model);
      meta["privacy"].erase(key);
      try {
        EXPECT_EQ(
            test::meta_of(publication(test::with_meta(model, meta), "model").model)["privacy"],
            honest)
            << name << " without " << key;
      } catch (const InputError&) {
      }
    }
    for (std::size_t i = 0; i < honest["releases"].size(); ++i) {
      Json meta = test::meta_of(model);
      meta["privacy"]["releases"].erase(i);
      EXPECT_THROW(publication(test::with_meta(model, meta), "model"), InputError) << name << i;
    }
  }
}

// The model with another number of one of its releases, and totals that fit it.
Model restated(const Model& model, std::size_t release, std::uint64_t count) {
  PrivacyRecord record = privacy_of(model);
  record.releases.at(release).count = count;
  PrivacyLoss total;
  for (const StatedRelease& each : record.releases) {
    const Charge charge{.release = each.release,
                        .mechanism = mechanism_from(each.mechanism, each.parameters),
                        .unit = each.unit.value(),
                        .view = each.view.value(),
                        .count = each.count};
    total = total + loss_in(charge, record.run->unit, record.run->view);
  }
  record.run = stated_total(total, record.run->unit, record.run->view, record.run->delta);
  record.data = record.run;
  Json meta = test::meta_of(model);
  meta["privacy"] = to_json(record);
  return test::with_meta(model, meta);
}

TEST(Publication, FewerReleasesThanTheRunMakesAreRefusedThoughAllFiguresFitThem) {
  for (const auto& [name, model] : private_models()) {
    const PrivacyRecord honest = privacy_of(model);
    if (honest.of_reports()) continue;
    for (std::size_t i = 0; i < honest.releases.size(); ++i) {
      const std::uint64_t count = honest.releases[i].count;
      EXPECT_THROW(publication(restated(model, i, count - 1), "model"), InputError) << name << i;
      EXPECT_NO_THROW(publication(restated(model, i, count), "model")) << name << i;
      // Whoever resumed may have made more.
      EXPECT_NO_THROW(publication(restated(model, i, count + 1), "model")) << name << i;
    }
  }
}

// The record of a model that protects nobody, as if it did.
void expect_refused_as_private(const Model& model) {
  PrivacyRecord record = privacy_of(model);
  EXPECT_FALSE(record.is_private);
  record.is_private = true;
  record.data = record.run;
  Json meta = test::meta_of(model);
  for (const bool exposed : {true, false}) {
    if (!exposed) record.exposures.clear();
    meta["privacy"] = to_json(record);
    EXPECT_THROW(publication(test::with_meta(model, meta), "model"), InputError) << exposed;
  }
}

TEST(Publication, WhatProtectsNobodyIsRefusedThoughItsWholeRecordCallsItPrivate) {
  TrainOptions options = small("doc");
  options->noise_check = false;
  Observer observer;
  const Corpus corpus = corpus_to_publish();
  const Bag all = corpus.all();
  expect_refused_as_private(
      train(Corpus(Vocabulary(corpus.vocabulary().words(), VocabularyOrigin::kData),
                   {corpus.offsets().begin(), corpus.offsets().end()},
                   {all.words.begin(), all.words.end()}, {all.counts.begin(), all.counts.end()},
                   Preparation(), "test"),
            options, observer, Ledger())
          .model);
  options->seed = 1;
  expect_refused_as_private(train(corpus, options, observer, Ledger()).model);
}

TEST(Publication, AnAccountHoldsADayAnIdAndMarksAndNothingElse) {
  const test::TemporaryDirectory directory;
  Ledger ledger(directory / "ledger");
  ledger.start();
  const Model model = trained_model(corpus_to_publish(), "doc", std::move(ledger));
  EXPECT_NO_THROW(publication(model, "model"));
  for (const char* key : {"known_on", "lineage"}) {
    const auto honest = test::meta_of(model).at("privacy").at(key).get<std::string>();
    for (const std::string& other : {"of Jane Doe" + honest, honest + " of Jane Doe",
                                     std::string(honest.size(), 'x'), std::string()}) {
      Json meta = test::meta_of(model);
      meta["privacy"][key] = other;
      EXPECT_THROW(publication(test::with_meta(model, meta), "model"), InputError) << other;
    }
  }
}

TEST(Publication, AnOlderModelStillSaysThatItsLedgerWasStartedAgain) {
  const test::TemporaryDirectory directory;
  Ledger ledger(directory / "ledger");
  ledger.start({}, true);
  const Model model = trained_model(corpus_to_publish(), "doc", std::move(ledger));
  Json meta = test::meta_of(model);
  EXPECT_TRUE(meta.at("privacy").at("restarted").get<bool>());
  for (const char* key : {"account", "known_on", "lineage", "runs"}) meta["privacy"].erase(key);
  const Publication ready = publication(test::with_meta(model, meta), "model");
  EXPECT_TRUE(test::meta_of(ready.model).at("privacy").at("restarted").get<bool>());
}

TEST(Publication, NothingThatIsExposedPassesForPrivate) {
  const Model model = trained_model(corpus_to_publish(), "doc");
  const auto refused = [&](const std::function<void(Json&)>& change) {
    Json meta = test::meta_of(model);
    change(meta);
    EXPECT_THROW(publication(test::with_meta(model, meta), "model"), InputError);
  };
  refused([](Json& meta) {
    meta["privacy"]["exposures"] = {{{"release", "the topics"}, {"reason", "no noise"}}};
  });
  refused([](Json& meta) { meta["options"]["seed"] = 1; });
  refused([](Json& meta) { meta["options"]["noise"] = "none"; });
  refused([](Json& meta) { meta["options"]["sigma"] = 1; });
  refused([](Json& meta) { meta["sweeps"] = 30; });
  refused([](Json& meta) { meta["recipe"] = "cgs"; });
  // A vocabulary that was cut by frequency and called a public list.
  refused([](Json& meta) { meta["preparation"]["options"]["min_df"] = 2; });
}

TEST(Publication, ADocumentsReleaseCountsForAWordAsADocumentReplaced) {
  const Model model = trained_model(private_corpus(), "hdp");
  const Json record = test::meta_of(publication(model, "model").model).at("privacy");
  PrivacyLoss words;
  for (const Json& release : record.at("releases")) {
    if (release.at("unit") != "document") continue;
    EXPECT_EQ(release.at("view"), "counts");
    const std::string mechanism = release.at("mechanism");
    words = mechanism_from(mechanism, parameters_from_json(mechanism, release.at("parameters")))
                .replaced;
  }
  ASSERT_GT(words.rho, 0);
  const Plan plan = plan_of(small("hdp"));
  const PrivacyLoss total = plan.total(3) + words;
  EXPECT_NEAR(record.at("run").at("rho").get<double>(), total.rho, 1e-9 * total.rho);
  // As one document removed it would cost half of that: the same figure is refused.
  Json meta = test::meta_of(model);
  const double added = (plan.total(3).rho + words.rho / 2) / total.rho;
  for (const char* which : {"run", "data"}) {
    Json& rho = meta["privacy"][which]["rho"];
    rho = rho.get<double>() * added;
  }
  EXPECT_THROW(publication(test::with_meta(model, meta), "model"), InputError);
}

// What the words cost is owed by whoever trains on them, whatever list they are in by now.
TEST(Publication, AModelOverAListOfPrivatelyChosenWordsNamesTheirRelease) {
  const Corpus chosen = private_corpus();
  const Vocabulary list(chosen.vocabulary().words(), VocabularyOrigin::kPublic);
  const Corpus listed = matched_to(chosen, list);
  const Model honest = trained_model(listed, "doc");
  EXPECT_EQ(test::meta_of(publication(honest, "model").model).at("privacy"),
            test::meta_of(honest).at("privacy"));
  const Bag all = listed.all();
  const Model silent =
      trained_model(Corpus(list, {listed.offsets().begin(), listed.offsets().end()},
                           {all.words.begin(), all.words.end()},
                           {all.counts.begin(), all.counts.end()}, Preparation(), "test"),
                    "doc");
  EXPECT_NO_THROW(publication(silent, "model"));
  Json meta = test::meta_of(silent);
  meta["preparation"] = test::meta_of(honest).at("preparation");
  EXPECT_THROW(publication(test::with_meta(silent, meta), "model"), InputError);
}

TEST(Publication, KeepsWhatOtherRunsAddedToTheTotalOfTheData) {
  const test::TemporaryDirectory directory;
  const Corpus corpus = corpus_to_publish();
  trained_model(corpus, "doc", Ledger(directory / "ledger"));
  const Model second = trained_model(corpus, "doc", Ledger(directory / "ledger"));
  const Json record = test::meta_of(publication(second, "model").model).at("privacy");
  EXPECT_GT(record.at("data").at("rho"), 1.9 * record.at("run").at("rho").get<double>());
  const Json stated = test::meta_of(second).at("privacy");
  for (const auto& [key, value] : stated.items()) EXPECT_EQ(record.at(key), value) << key;
}

// The ledger of data at `path`, which other ledgers are told from by its id.
Ledger identified(const std::string& path) {
  Ledger ledger(path);
  ledger.start();
  return ledger;
}

Model trained_for(double epsilon, Ledger ledger) {
  TrainOptions options = small("doc");
  test::set(options, "target-epsilon", epsilon);
  options->every = 1;  // every sweep has a line of its own
  options->noise_check = false;
  Observer observer;
  return train(corpus_to_publish(), options, observer, std::move(ledger)).model;
}

double rho_of(const Model& model, const char* which) {
  return test::meta_of(model).at("privacy").at(which).at("rho").get<double>();
}

// A model of before models said which runs of their ledger they are of.
Model without_runs(const Model& model) {
  Json meta = test::meta_of(model);
  meta["privacy"].erase("runs");
  return test::with_meta(model, meta);
}

// A model for epsilon 2 whose ledger is cut off at the end of each of its lines, and another one
// for `epsilon` that is charged to what is left: the sum of both is to be stated for the first.
void expect_counted_though_cut_off(double epsilon, Model (*kept)(const Model&)) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "ledger";
  identified(path);
  const std::string start = test::read_file(path);
  const Model first = kept(trained_for(2, Ledger(path)));
  const std::string whole = test::read_file(path);
  int cuts = 0;
  for (std::size_t end = start.size(); end <= whole.size(); ++end) {
    if (whole[end - 1] != '\n') continue;
    test::write_file(path, whole.substr(0, end));
    const Model second = trained_for(epsilon, Ledger(path));
    const Ledger ledger = Ledger::read(path);
    const double sum = rho_of(first, "run") + rho_of(second, "run");
    EXPECT_GE(rho_of(publication(first, "model", &ledger).model, "data"), sum * (1 - 1e-9)) << end;
    ++cuts;
  }
  EXPECT_GT(cuts, 3);
}

// A ledger that lost its last lines is sound, and has fewer entries.
TEST(Publication, AModelIsCountedThoughItsLedgerWasCutOffWithinItsRun) {
  expect_counted_though_cut_off(1, without_runs);
}

TEST(Publication, ALaterRunWithTheSameOptionsDoesNotPassForTheModelsOwn) {
  // What is published can be published again.
  for (const auto kept : {+[](const Model& model) { return model; },
                          +[](const Model& model) { return publication(model, "model").model; }})
    expect_counted_though_cut_off(2, kept);
}

TEST(Publication, ARunThatStandsInItsLedgerIsCountedOnce) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "ledger";
  identified(path);
  const Model first = trained_for(2, Ledger(path));
  const Model second = trained_for(2, Ledger(path));
  const Ledger ledger = Ledger::read(path);
  const double sum = rho_of(first, "run") + rho_of(second, "run");
  for (const Model& model : {first, second, without_runs(first)})
    EXPECT_NEAR(rho_of(publication(model, "model", &ledger).model, "data"), sum, 1e-9 * sum);
}

TEST(Publication, AnOlderModelIsCountedBesideALedgerThatWasStartedAgain) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "ledger";
  const std::string id = identified(path).lineage();
  const Model first = trained_for(2, Ledger(path));
  std::filesystem::remove(path);
  Ledger(path).start(id, true);
  const Model second = trained_for(2, Ledger(path));
  const Ledger ledger = Ledger::read(path);
  const double sum = rho_of(first, "run") + rho_of(second, "run");
  for (const Model& model : {first, without_runs(first)}) {
    const Model published = publication(model, "model", &ledger).model;
    EXPECT_NEAR(rho_of(published, "data"), sum, 1e-9 * sum);
    EXPECT_EQ(test::meta_of(published).at("privacy").value("restarted", false), true);
  }
  for (const Model& model : {second, without_runs(second)})
    EXPECT_NEAR(rho_of(publication(model, "model", &ledger).model, "data"), sum / 2, 1e-9 * sum);
}

// What a published model says of its runs is none of their names, and nothing that is no mark.
TEST(Publication, ShowsNoNameOfARun) {
  const test::TemporaryDirectory directory;
  const Model model = trained_for(2, identified(directory / "ledger"));
  const Ledger ledger = Ledger::read(directory / "ledger");
  const std::string shown = test::meta_of(publication(model, "model", &ledger).model).dump();
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.run.empty()) continue;
    EXPECT_EQ(shown.find(entry.run), std::string::npos);
  }
  for (const Json& forged : {Json("patients"), Json::array(), Json({"patients"}), Json({1})}) {
    Json meta = test::meta_of(model);
    meta["privacy"]["runs"] = forged;
    EXPECT_THROW(publication(test::with_meta(model, meta), "model"), InputError) << forged;
  }
}

TEST(Publication, ATotalThatWasKnownIsNotLoweredByALedgerThatWasCutOff) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "ledger";
  identified(path);
  const std::string start = test::read_file(path);
  trained_for(2, Ledger(path));
  const Model second = trained_for(1, Ledger(path));
  ASSERT_GT(rho_of(second, "data"), 2 * rho_of(second, "run"));
  // What is in it now looks like the run of this model.
  test::write_file(path, start);
  trained_for(1, Ledger(path));
  const Ledger ledger = Ledger::read(path);
  EXPECT_EQ(rho_of(publication(second, "model", &ledger).model, "data"), rho_of(second, "data"));
}

TEST(Publication, ALedgerOfOtherDataIsRefused) {
  const test::TemporaryDirectory directory;
  const Model model = trained_for(1, identified(directory / "own"));
  const Ledger own = Ledger::read(directory / "own");
  EXPECT_NO_THROW(publication(model, "model", &own));
  const Ledger other = identified(directory / "other");
  const Ledger nobodys;
  const Model unaccounted = trained_for(1, Ledger());
  for (const Ledger* ledger : {&other, &nobodys}) {
    EXPECT_THROW(publication(model, "model", ledger), InputError);
    EXPECT_THROW(publication(unaccounted, "model", ledger), InputError);
  }
}

TEST(Publication, EveryPartOfAModelHasAListOfWhatMayBeShown) {
  const Model model = trained_model(corpus_to_publish(), "doc");
  ASSERT_TRUE(test::meta_of(model).at("noise_check").is_object());
  for (const char* part :
       {"", "/options", "/noise_check", "/privacy", "/preparation", "/preparation/options"}) {
    Json meta = test::meta_of(model);
    meta[Json::json_pointer(std::string(part) + "/note")] = "patients";
    const Publication ready = publication(test::with_meta(model, meta), "model");
    EXPECT_EQ(ready.removed.size(), 1U) << part;
    EXPECT_EQ(test::meta_of(ready.model).dump().find("patients"), std::string::npos) << part;
  }
}

TEST(Publication, AnOlderTotalThatIsLargerIsJudgedByNoneOfTheRunsFigures) {
  const PrivacyLoss loss{.epsilon = PrivacyLoss::kInfinite, .rho = 0.1};
  const StatedTotal run = stated_total(loss, Unit::kDocument, View::kCounts, 1e-4);
  StatedTotal older = stated_total(2 * loss, Unit::kDocument, View::kCounts, 1e-4);
  EXPECT_EQ(larger_total(run, older).judged_epsilon, older.judged_epsilon);
  older.judged_epsilon.reset();
  EXPECT_EQ(larger_total(run, older).judged_epsilon, std::nullopt);
  StatedTotal same = run;
  same.judged_epsilon.reset();
  EXPECT_EQ(larger_total(run, same).judged_epsilon, run.judged_epsilon);
}

TEST(Publication, JudgesAnOlderRecordAnew) {
  const Model model = trained_model(corpus_to_publish(), "doc");
  Json meta = test::meta_of(model);
  for (const char* which : {"run", "data"}) meta["privacy"][which].erase("judged_epsilon");
  for (Json& release : meta["privacy"]["releases"]) release.erase("view");
  EXPECT_EQ(test::meta_of(publication(test::with_meta(model, meta), "model").model).at("privacy"),
            test::meta_of(model).at("privacy"));
}

}  // namespace
}  // namespace dplda
