#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "api/state.h"
#include "reference/temporary.h"
#include "small_face.h"

namespace dplda::test {
namespace {

TEST(FaceFit, AWatchSeesEverySweepAndEndsTheRunWithAModel) {
  const Arrays arrays;
  std::vector<std::uint64_t> seen;
  Settings settings = small("cgs");
  const Fitted whole = fit(arrays.documents(), settings, [&](const Progress& progress) {
    seen.push_back(progress.done);
    EXPECT_EQ(progress.total, 4U);
    return false;
  });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_FALSE(whole.interrupted);
  const Fitted cut = fit(arrays.documents(), settings,
                         [](const Progress& progress) { return progress.done == 2; });
  EXPECT_TRUE(cut.interrupted);
  EXPECT_EQ(cut.sweeps, 2U);
}

TEST(FaceFit, WhatAModelSaysOfPrivacyIsTrue) {
  const Arrays arrays;
  Settings settings = small("doc");
  settings.set("target-epsilon", 3);
  EXPECT_TRUE(plan(settings).is_private);
  const TopicModel model = fit(arrays.documents(), settings).model;
  EXPECT_TRUE(model.is_private());
  EXPECT_NE(model.statement().find("[unit: document, view: counts]"), std::string::npos);
  EXPECT_FALSE(fit(arrays.documents(WordOrigin::kDocuments), settings).model.is_private());
  settings.set("seed", 1);
  EXPECT_FALSE(plan(settings).is_private);
  EXPECT_FALSE(fit(arrays.documents(), settings).model.is_private());
  EXPECT_FALSE(fit(arrays.documents(), small("cgs")).model.is_private());
}

TEST(FaceFit, ALedgerIsKeptForDataInMemoryWhereOneIsNamedAndBesideAFileOtherwise) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  Settings settings = small("doc");
  settings.set("target-epsilon", 3);
  fit(arrays.documents(), settings);
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  settings.set("ledger", directory / "named.ledger");
  fit(arrays.documents(), settings);
  EXPECT_TRUE(std::filesystem::exists(directory / "named.ledger"));
  EXPECT_THROW(fit(arrays.documents(WordOrigin::kDocuments), settings), InputError)
      << "words from the documents would be entered";

  arrays.documents().save(directory / "corpus.npz");
  Settings fresh = small("doc");
  fresh.set("target-epsilon", 3);
  // The ledger knows these documents already, and what is saved of them carries its id.
  EXPECT_EQ(fit(Documents::open(directory / "corpus.npz"), fresh).ledger_notice,
            directory / "corpus.npz" + std::string(" belongs to the ledger ") +
                std::string(directory / "named.ledger"));
  EXPECT_FALSE(std::filesystem::exists(directory / "corpus.npz.ledger"));
  std::filesystem::remove(directory / "named.ledger");
  EXPECT_THROW(fit(Documents::open(directory / "corpus.npz"), fresh), InputError);

  Arrays().documents().save(directory / "other.npz");
  fit(Documents::open(directory / "other.npz"), fresh);
  EXPECT_TRUE(std::filesystem::exists(directory / "other.npz.ledger"));
}

std::vector<LedgerEntry> charges_in(const std::string& path) {
  std::vector<LedgerEntry> charges = Ledger::read(path).entries();
  std::erase_if(charges,
                [](const LedgerEntry& entry) { return entry.kind != LedgerEntry::Kind::kCharge; });
  return charges;
}

// Whatever is shown of the releases of train() holds of fit(): it is the same run.
TEST(FaceFit, ReleasesAndChargesAreThoseOfTheTrainingLoop) {
  const Arrays arrays;
  for (const char* recipe : {"hdp", "doc"}) {
    const TemporaryDirectory directory;
    Settings settings = small(recipe);
    settings.set("target-epsilon", 30).set_key(kKey);
    Settings with_ledger = settings;
    with_ledger.set("ledger", directory / "face");
    const TopicModel model = fit(arrays.documents(), with_ledger).model;
    Observer observer;
    const TrainResult result = train(arrays.documents().state().corpus, settings.state().training,
                                     observer, Ledger(directory / "loop"));
    EXPECT_TRUE(std::ranges::equal(model.phi(), result.model.phi())) << recipe;
    const std::vector<LedgerEntry> face = charges_in(directory / "face");
    const std::vector<LedgerEntry> loop = charges_in(directory / "loop");
    ASSERT_EQ(face.size(), loop.size()) << recipe;
    for (std::size_t i = 0; i < face.size(); ++i) {
      EXPECT_EQ(face[i].run, loop[i].run);
      EXPECT_EQ(face[i].charge.release, loop[i].charge.release);
      EXPECT_EQ(face[i].charge.first, loop[i].charge.first);
      EXPECT_EQ(face[i].charge.count, loop[i].charge.count);
      EXPECT_EQ(face[i].charge.mechanism.parameters, loop[i].charge.mechanism.parameters);
    }
  }
}

TEST(FaceFit, AFileIsNotWrittenOverAnother) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  const std::string path = directory / "corpus.npz";
  arrays.documents().save(path);
  const std::string before = read_file(path);
  Settings settings = small("cgs");
  settings.set("checkpoint", path);
  EXPECT_THROW(fit(Documents::open(path), settings), InputError);
  Settings contributor = Settings::for_reports();
  contributor.set("epsilon", 2).set("ledger", path);
  EXPECT_THROW(perturb(Documents::open(path), contributor), InputError);
  EXPECT_EQ(read_file(path), before);
}

TEST(FaceFit, ABudgetIsKeptInALedgerAndInTheProcess) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  Settings settings = small("doc");
  settings.set("target-epsilon", 3).set("budget-epsilon", 2).set("budget-delta", 1e-6);
  EXPECT_THROW(fit(arrays.documents(), settings), BudgetExhausted);
  settings.set("ledger", directory / "ledger");
  EXPECT_THROW(fit(arrays.documents(), settings), BudgetExhausted);
  settings.set("budget-epsilon", 3.5);
  EXPECT_NO_THROW(fit(arrays.documents(), settings));
  EXPECT_THROW(fit(arrays.documents(), settings), BudgetExhausted);
}

TEST(FaceFit, FitsWithoutALedgerAddUpInTheProcessAndInAFileThatIsSavedLater) {
  const test::TemporaryDirectory directory;
  const Arrays arrays;
  Settings settings = small("doc");
  settings.set("target-epsilon", 3);
  fit(arrays.documents(), settings);
  Settings limited = settings;
  limited.set("budget-epsilon", 3.5);
  EXPECT_THROW(fit(arrays.documents(), limited), BudgetExhausted);
  arrays.documents().save(directory / "notes.npz");
  EXPECT_GT(Ledger::read(directory / "notes.npz.ledger").total(Unit::kDocument, View::kCounts).rho,
            0);
}

TEST(FaceFit, ABudgetHoldsWhateverTheWordsAre) {
  const Arrays arrays;
  Settings settings = small("doc");
  settings.set("target-epsilon", 3).set("budget-epsilon", 3.5);  // which no exposed word is within
  EXPECT_THROW(fit(arrays.documents(WordOrigin::kDocuments), settings), BudgetExhausted);
}

TEST(FaceFit, ALargeDeltaMustBeAskedFor) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  Settings settings = small("doc");
  settings.set("target-epsilon", 1).set("delta", 0.5);
  EXPECT_THROW(plan(settings), InputError);
  EXPECT_THROW(fit(arrays.documents(), settings), InputError);
  settings.set("large-delta", true).set("no-ledger", true);
  EXPECT_NO_THROW(plan(settings));
  EXPECT_NE(fit(arrays.documents(), settings).model.statement().find("in one of 2 runs anything"),
            std::string::npos);
  Settings budget = small("doc");
  budget.set("target-epsilon", 1).set("budget-epsilon", 9).set("budget-delta", 0.5);
  budget.set("ledger", directory / "ledger");
  EXPECT_THROW(fit(arrays.documents(), budget), InputError);
  budget.set("large-delta", true);
  EXPECT_NO_THROW(fit(arrays.documents(), budget));
}

TEST(FaceFit, ModelsAreTheSameAfterAFileOrTheirParts) {
  const Arrays arrays;
  const TemporaryDirectory directory;
  const TopicModel model = fit(arrays.documents(), small("cgs")).model;
  model.save(directory / "model.npz");
  const auto expect_same = [&](const TopicModel& other) {
    EXPECT_EQ(phi_of(other), phi_of(model));
    EXPECT_EQ(other.statement(), model.statement());
    EXPECT_EQ(other.privacy_json(), model.privacy_json());
    EXPECT_EQ(other.infer(arrays.documents()), model.infer(arrays.documents()));
    EXPECT_EQ(other.perplexity(arrays.documents(), true),
              model.perplexity(arrays.documents(), true));
  };
  expect_same(TopicModel::load(directory / "model.npz"));
  expect_same(TopicModel::of(model.parts()));
  ModelParts parts = model.parts();
  parts.phi.pop_back();
  EXPECT_THROW(TopicModel::of(parts), InputError);
  EXPECT_THROW(model.top_words(3, 5), InputError);
  EXPECT_EQ(model.top_words(0, 5).size(), 5U);
}

}  // namespace
}  // namespace dplda::test
