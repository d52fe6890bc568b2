// The record that a run writes into its model is the one that is read from it.
#include "training/model_privacy.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "reference/model_meta.h"
#include "reference/observers.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"
#include "training/publication.h"
#include "training/training.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

TrainOptions options_of(const std::string& recipe) {
  TrainOptions options = options_for(recipe);
  options->topics = 3;
  options->sweeps = 3;
  options->threads = 1;
  options->noise_check = false;
  if (recipe == "hdp") test::set(options, "epsilon-noise", 1);
  if (recipe == "doc") test::set(options, "target-epsilon", 2);
  return options;
}

Model model_of(const std::string& recipe, Ledger ledger = Ledger(), std::uint32_t stop_after = 3) {
  test::StopAfter observer(stop_after);
  return train(test::planted_corpus(2, 40, 12, 3), options_of(recipe), observer, std::move(ledger))
      .model;
}

Model model_saying(const Json& meta) {
  return Model({.vocabulary = Vocabulary({"ship"}, VocabularyOrigin::kPublic),
                .phi = {1},
                .prior = {.alpha = {0.1}, .beta = 0.1},
                .prevalence = {},
                .coherence = {},
                .meta = model_meta_from_json(meta, VocabularyOrigin::kPublic)},
               "model");
}

// Byte for byte what the model's file holds.
void expect_read_as_written(const Model& model, const std::string& name) {
  const Json written = test::meta_of(model).at("privacy");
  EXPECT_EQ(to_json(privacy_of(model)).dump(), written.dump()) << name;
  EXPECT_EQ(to_json(privacy_record_from_json(Json::parse(written.dump()))).dump(), written.dump())
      << name;
}

TEST(ModelPrivacy, OfEveryKindOfRunIsReadAsItWasWritten) {
  const test::TemporaryDirectory directory;
  for (const char* recipe : {"hdp", "doc", "cgs"}) {
    expect_read_as_written(model_of(recipe), recipe);
    expect_read_as_written(model_of(recipe, Ledger(directory / "ledger")), recipe);
  }
  for (const test::Way& way : test::ways())
    expect_read_as_written(*test::run(way, test::stream_options(way)).model, way.name);
}

TEST(ModelPrivacy, OfAnInterruptedRunIsReadAsItWasWrittenAndStatedWithThat) {
  for (const char* recipe : {"hdp", "doc"}) {
    const Model model = model_of(recipe, Ledger(), 1);
    ASSERT_TRUE(was_interrupted(model)) << recipe;
    expect_read_as_written(model, recipe);
    EXPECT_TRUE(statement_of(model).ends_with(
        "Interrupted\n  The run was stopped after sweep 1, before its last sweep.\n"));
    EXPECT_FALSE(was_interrupted(model_of(recipe)));
  }
}

TEST(ModelPrivacy, IsNoneWhereTheRecordIsMissingOrDamaged) {
  const Model silent = model_saying(Json::object());
  EXPECT_FALSE(states_privacy(silent));
  for (const Model& model : {silent, model_saying({{"privacy", "none"}}),
                             model_saying({{"privacy", {{"private", true}}}})}) {
    EXPECT_FALSE(sound_privacy_of(model));
    EXPECT_THROW(privacy_of(model), InputError);
    EXPECT_THROW(statement_of(model), InputError);
  }
}

// Whether a damaged record was paid for nobody knows.
TEST(ModelPrivacy, AModelWithADamagedRecordIsNotReplacedUnasked) {
  const test::TemporaryDirectory directory;
  Json meta = test::meta_of(model_of("doc"));
  meta["privacy"]["data"]["rho"] = "none";
  model_saying(meta).save(directory / "damaged.npz");
  EXPECT_THROW(refuse_to_replace_paid(directory / "damaged.npz", false), InputError);
  model_saying(Json::object()).save(directory / "silent.npz");
  EXPECT_NO_THROW(refuse_to_replace_paid(directory / "silent.npz", false));
}

}  // namespace
}  // namespace dplda
