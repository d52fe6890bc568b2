// The public face says what the rooms behind it do: these tests include nothing but its header and
// what they compare it with.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "dplda/dplda.h"
#include "recipes/registry.h"
#include "recipes/training.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

constexpr std::size_t kDocuments = 60;
constexpr std::int32_t kWords = 12;

std::vector<std::string> word_list() {
  std::vector<std::string> words;
  for (std::int32_t word = 0; word < kWords; ++word) words.push_back("w" + std::to_string(word));
  return words;
}

// Documents about the first or the second half of the words.
struct Arrays {
  Arrays() {
    for (std::size_t m = 0; m < kDocuments; ++m) {
      for (std::int32_t i = 0; i < kWords / 2; ++i) {
        words.push_back(static_cast<std::int32_t>(m % 2) * kWords / 2 + i);
        counts.push_back(1 + static_cast<std::int32_t>((m + static_cast<std::size_t>(i)) % 3));
      }
      offsets.push_back(static_cast<std::int64_t>(words.size()));
    }
  }
  Documents documents(WordOrigin origin = WordOrigin::kPublic) const {
    return Documents::over(offsets, words, counts, word_list(), origin);
  }

  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
};

Settings small(const char* recipe) {
  Settings settings(recipe);
  settings.set("topics", 3).set("sweeps", 4).set("threads", 1);
  return settings;
}

constexpr std::array<std::uint8_t, 32> kKey = {1, 2, 3};

std::vector<float> phi_of(const TopicModel& model) {
  return {model.phi().begin(), model.phi().end()};
}

ReportSet reports_of(const Arrays& arrays) {
  Settings settings = Settings::for_reports();
  settings.set("epsilon", 3.0).set_key(kKey);
  return ReportSet::read(perturb(arrays.documents(), settings));
}

TEST(Face, SettingsHaveTheOptionsAndDefaultsOfTheirRecipe) {
  for (const RecipeDescription& recipe : recipe_descriptions()) {
    TrainOptions defaults = options_for(recipe.name);
    std::map<std::string, Option> table;
    for (const Option& option : option_table(defaults)) table.emplace(option.name, option);
    const Settings settings(recipe.name);
    EXPECT_GT(settings.options().size(), 10U);
    for (const OptionDescription& option : settings.options()) {
      const auto found = table.find(option.name);
      if (found == table.end()) continue;  // of ledgers
      EXPECT_EQ(option.value, value_as_text(found->second)) << recipe.name << " " << option.name;
      EXPECT_EQ(option.help, found->second.help);
    }
  }
}

TEST(Face, AnOptionOfAnotherRecipeIsRefused) {
  Settings plain("cgs");
  EXPECT_THROW(plain.set("target-epsilon", 3), InputError);
  EXPECT_THROW(plain.set("nonsense", 3), InputError);
  EXPECT_THROW(plain.set("topics", "many"), InputError);
  EXPECT_THROW(Settings("nonsense"), InputError);
  // A range is checked when it is used.
  plain.set("topics", 0);
  EXPECT_THROW(plan(plain), InputError);
}

TEST(Face, WhatIsSetByNameWinsOverAPreset) {
  const auto value = [](const Settings& settings, std::string_view name) {
    for (const OptionDescription& option : settings.options()) {
      if (option.name == name) return option.value;
    }
    return std::string();
  };
  Settings settings("cgs");
  settings.set("alpha", 0.25).set_preset("paper");
  EXPECT_EQ(value(settings, "alpha"), "0.25");
  EXPECT_EQ(value(settings, "beta"), "0.01");
  EXPECT_THROW(settings.set_preset("nonsense"), InputError);
}

TEST(Face, CopiesOfSettingsAreTheirOwn) {
  Settings first("cgs");
  Settings second = first;
  second.set("topics", 7);
  EXPECT_NE(first.options().front().value, second.options().front().value);
}

TEST(Face, BorrowedAndOwnedRowsAndTokensAreTheSameDocuments) {
  const Arrays arrays;
  const Documents owned =
      Documents::of(arrays.offsets, arrays.words, arrays.counts, word_list(), WordOrigin::kPublic);
  std::vector<std::vector<std::string>> tokens(kDocuments);
  for (std::size_t m = 0; m < kDocuments; ++m) {
    for (auto i = arrays.offsets[m]; i < arrays.offsets[m + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      tokens[m].insert(tokens[m].end(), static_cast<std::size_t>(arrays.counts[at]),
                       "w" + std::to_string(arrays.words[at]));
    }
  }
  const Documents told = Documents::of_tokens(tokens, word_list(), WordOrigin::kPublic);
  Settings settings = small("hdp");
  settings.set("target-epsilon", 100).set_key(kKey);
  const std::vector<float> expected = phi_of(fit(arrays.documents(), settings).model);
  EXPECT_EQ(phi_of(fit(owned, settings).model), expected);
  EXPECT_EQ(phi_of(fit(told, settings).model), expected);
  EXPECT_EQ(arrays.documents().rows().words.data(), arrays.words.data()) << "no copy is made";
}

TEST(Face, BadRowsAreRefused) {
  const std::vector<std::int32_t> twice = {1, 1};
  const std::vector<std::int32_t> ones = {1, 1};
  const auto make = [&](std::vector<std::int64_t> offsets, const std::vector<std::int32_t>& words) {
    return Documents::over(std::move(offsets), words, ones, word_list(), WordOrigin::kPublic);
  };
  EXPECT_THROW(make({0, 2}, twice), InputError);
  EXPECT_THROW(make({0, 2}, {3, kWords}), InputError);
  EXPECT_THROW(make({0, 3}, {3, 4}), InputError);
  EXPECT_THROW(make({}, {3, 4}), InputError);
  EXPECT_NO_THROW(make({0, 2}, {3, 4}));
}

TEST(Face, AWatchSeesEverySweepAndEndsTheRunWithAModel) {
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

TEST(Face, WhatAModelSaysOfPrivacyIsTrue) {
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

TEST(Face, ALedgerIsKeptForDataInMemoryWhereOneIsNamedAndBesideAFileOtherwise) {
  const Arrays arrays;
  const test::TemporaryDirectory directory;
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
  fit(Documents::open(directory / "corpus.npz"), fresh);
  EXPECT_TRUE(std::filesystem::exists(directory / "corpus.npz.ledger"));
}

TEST(Face, AFileIsNotWrittenOverAnother) {
  const Arrays arrays;
  const test::TemporaryDirectory directory;
  const std::string path = directory / "corpus.npz";
  arrays.documents().save(path);
  const std::string before = test::read_file(path);
  Settings settings = small("cgs");
  settings.set("checkpoint", path);
  EXPECT_THROW(fit(Documents::open(path), settings), InputError);
  Settings contributor = Settings::for_reports();
  contributor.set("epsilon", 2).set("ledger", path);
  EXPECT_THROW(perturb(Documents::open(path), contributor), InputError);
  EXPECT_EQ(test::read_file(path), before);
}

TEST(Face, ABudgetIsKeptAndNeedsALedger) {
  const Arrays arrays;
  const test::TemporaryDirectory directory;
  Settings settings = small("doc");
  settings.set("target-epsilon", 3).set("budget-epsilon", 2).set("budget-delta", 1e-6);
  EXPECT_THROW(fit(arrays.documents(), settings), InputError);
  settings.set("ledger", directory / "ledger");
  EXPECT_THROW(fit(arrays.documents(), settings), BudgetExhausted);
  settings.set("budget-epsilon", 3.5);
  EXPECT_NO_THROW(fit(arrays.documents(), settings));
  EXPECT_THROW(fit(arrays.documents(), settings), BudgetExhausted);
}

TEST(Face, ModelsAreTheSameAfterAFileOrTheirParts) {
  const Arrays arrays;
  const test::TemporaryDirectory directory;
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

TEST(Face, WordsAreMatchedBySpellingWhenDocumentsAreLookedAt) {
  const Arrays arrays;
  const TopicModel model = fit(arrays.documents(), small("cgs")).model;
  std::vector<std::string> turned = word_list();
  std::reverse(turned.begin(), turned.end());
  const Documents other = arrays.documents().matched_to(turned, WordOrigin::kPublic);
  EXPECT_EQ(model.infer(other), model.infer(arrays.documents()));
  const Documents foreign =
      Documents::of_tokens({{"elsewhere"}}, {"elsewhere"}, WordOrigin::kPublic);
  EXPECT_THROW(static_cast<void>(model.perplexity(foreign)), InputError);
}

TEST(Face, ReportsAreLearntFromByTheRecipesMadeForThem) {
  const Arrays arrays;
  const ReportSet reports = reports_of(arrays);
  EXPECT_EQ(reports.size(), kDocuments);
  EXPECT_NE(report_cost(reports).find("[unit: presence, view: report]"), std::string::npos);
  EXPECT_TRUE(fit(reports, small("lp")).model.is_private());
  EXPECT_THROW(fit(reports, small("cgs")), InputError);
  EXPECT_THROW(fit(arrays.documents(), small("lp")), InputError);
  Settings contributor = Settings::for_reports();
  EXPECT_THROW(perturb(arrays.documents(), contributor), InputError) << "no epsilon";
  contributor.set("epsilon", 2);
  EXPECT_THROW(perturb(arrays.documents(WordOrigin::kDocuments), contributor), InputError);
  EXPECT_THROW(perturb(arrays.documents(), small("lp")), InputError);
}

TEST(Face, AStreamIsTheSameInOnePieceInSeveralAndAfterItsStateWasKept) {
  const Arrays arrays;
  Settings settings = small("online");
  settings.set("batch", 20).set_key(kKey);
  StreamFit whole(settings);
  EXPECT_TRUE(whole.learn(arrays.documents()));
  EXPECT_EQ(whole.batches(), 3U);

  const auto piece = [&](std::size_t first) {
    std::vector<std::int64_t> offsets;
    for (std::size_t m = first; m <= first + 20; ++m)
      offsets.push_back(arrays.offsets[m] - arrays.offsets[first]);
    const auto begin = static_cast<std::size_t>(arrays.offsets[first]);
    const auto size = static_cast<std::size_t>(offsets.back());
    return Documents::over(offsets, std::span(arrays.words).subspan(begin, size),
                           std::span(arrays.counts).subspan(begin, size), word_list(),
                           WordOrigin::kPublic);
  };
  StreamFit pieces(settings);
  pieces.learn(piece(0));
  pieces.learn(piece(20));
  StreamFit resumed(settings, pieces.state_bytes());
  pieces.learn(piece(40));
  resumed.learn(piece(40));
  EXPECT_EQ(phi_of(pieces.model()), phi_of(whole.model()));
  EXPECT_EQ(phi_of(resumed.model()), phi_of(whole.model()));
  EXPECT_EQ(resumed.documents(), kDocuments);
}

TEST(Face, AStreamRefusesWhatIsNotItsOwn) {
  const Arrays arrays;
  Settings settings = small("online");
  EXPECT_THROW(StreamFit{small("cgs")}, InputError);
  EXPECT_THROW(fit(arrays.documents(), settings), InputError);
  EXPECT_THROW(StreamFit(settings, "nonsense"), InputError);
  StreamFit stream(settings);
  EXPECT_THROW(stream.model(), InputError);
  EXPECT_THROW(stream.learn(reports_of(arrays)), InputError);
  stream.learn(arrays.documents());
  std::vector<std::string> turned = word_list();
  std::reverse(turned.begin(), turned.end());
  EXPECT_THROW(stream.learn(arrays.documents().matched_to(turned, WordOrigin::kPublic)),
               InputError);
  const std::string state = stream.state_bytes();
  for (std::size_t size = 0; size < 64; ++size)
    EXPECT_THROW(StreamFit(settings, std::string_view(state).substr(0, size)), InputError);
  settings.set("topics", 4);
  StreamFit other(settings, state);
  EXPECT_THROW(other.learn(arrays.documents()), InputError) << "another number of topics";
}

TEST(Face, AStreamOfReportsEndsBetweenBatchesWhenAsked) {
  const Arrays arrays;
  Settings settings = small("online-lp");
  settings.set("batch", 20);
  StreamFit stream(settings);
  EXPECT_FALSE(stream.learn(reports_of(arrays),
                            [](const Progress& progress) { return progress.done >= 20; }));
  EXPECT_EQ(stream.batches(), 1U);
  EXPECT_TRUE(stream.model().is_private());
}

}  // namespace
}  // namespace dplda
