#include "lda/model.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/npz.h"
#include "base/version.h"
#include "lda/noise_marks.h"
#include "lda/topic_order.h"
#include "reference/model_meta.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

Model::Parts parts() {
  return {.vocabulary = Vocabulary({"apple", "bär", "cherry"}, VocabularyOrigin::kPublic),
          .phi = {0.5f, 0.25f, 0.25f, 0.125f, 0.125f, 0.75f},
          .prior = {.alpha = {0.1, 0.2}, .beta = 0.01},
          .prevalence = {0.75f, 0.25f},
          .coherence = {},
          .meta = {.recipe = "cgs"}};
}

TEST(Model, SavedAndLoadedIsTheSame) {
  const test::TemporaryDirectory directory;
  const Model model(parts(), "test");
  model.save(directory / "m.npz");
  const Model again = Model::load(directory / "m.npz");
  EXPECT_TRUE(again.vocabulary() == model.vocabulary());
  EXPECT_EQ(again.vocabulary().origin(), VocabularyOrigin::kPublic);
  EXPECT_EQ(std::vector(again.phi().begin(), again.phi().end()), parts().phi);
  EXPECT_EQ(again.prior().alpha, parts().prior.alpha);
  EXPECT_EQ(again.prior().beta, 0.01);
  EXPECT_EQ(again.prevalence().size(), 2u);
  EXPECT_TRUE(again.coherence().empty());
  ModelMeta said = again.meta();
  EXPECT_EQ(said.software, "dplda " + std::string(version()));
  said.software.clear();
  EXPECT_EQ(said, parts().meta);
  EXPECT_EQ(directory.entries(), 1u);
}

TEST(Model, TheSameModelIsTheSameBytes) {
  const test::TemporaryDirectory directory;
  Model(parts(), "test").save(directory / "a.npz");
  Model::load(directory / "a.npz").save(directory / "b.npz");
  EXPECT_EQ(test::read_file(directory / "a.npz"), test::read_file(directory / "b.npz"));
}

TEST(Model, TopWordsAreOrderedByProbabilityThenId) {
  const Model model(parts(), "test");
  EXPECT_EQ(model.top_words(0, 3), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(model.top_words(1, 2), (std::vector<std::uint32_t>{2, 0}));
  EXPECT_EQ(model.top_words(1, 99).size(), 3u);
}

Model::Parts checked_parts(const std::vector<bool>& told) {
  Model::Parts result = parts();
  result.meta.noise_check = NoiseCheck{.checked = true, .told_from_noise = told};
  return result;
}

TEST(Model, WhatIsToldFromNoiseIsKeptAndComesFirst) {
  const test::TemporaryDirectory directory;
  Model(checked_parts({false, true}), "test").save(directory / "m.npz");
  const Model again = Model::load(directory / "m.npz");
  EXPECT_EQ(told_from_noise(again), (std::vector<bool>{false, true}));
  EXPECT_EQ(noise_sentence(again), "1 of 2 topics cannot be told from noise");
  EXPECT_EQ(topics_by_prevalence(again), (std::vector<std::size_t>{1, 0}));
  const Model all(checked_parts({true, true}), "test");
  EXPECT_EQ(noise_sentence(all), "all 2 topics can be told from noise");
  EXPECT_EQ(topics_by_prevalence(all), (std::vector<std::size_t>{0, 1}));
  Model::Parts unchecked = parts();
  unchecked.meta.noise_check = NoiseCheck{.reason = "why"};
  EXPECT_EQ(noise_sentence(Model(unchecked, "test")),
            "topics were not checked against noise (why)");
  EXPECT_FALSE(told_from_noise(Model(unchecked, "test")));
  EXPECT_EQ(noise_sentence(Model(parts(), "test")), "");
}

TEST(Model, PartsThatDoNotFitAreRefused) {
  const auto refused = [](auto change) {
    Model::Parts wrong = parts();
    change(wrong);
    EXPECT_THROW(Model(std::move(wrong), "m.npz"), InputError);
  };
  refused([](Model::Parts& p) { p.phi.pop_back(); });
  refused([](Model::Parts& p) { p = checked_parts({true}); });
  refused([](Model::Parts& p) { p.phi[0] = 0.6f; });
  refused([](Model::Parts& p) { p.phi[0] = -0.5f, p.phi[1] = 1.25f; });
  refused([](Model::Parts& p) { p.phi[0] = std::numeric_limits<float>::quiet_NaN(); });
  refused([](Model::Parts& p) { p.prior.alpha[1] = 0; });
  refused([](Model::Parts& p) { p.prior.alpha.clear(); });
  refused([](Model::Parts& p) { p.prior.beta = -1; });
  refused([](Model::Parts& p) { p.prevalence = {1.0f}; });
}

TEST(Model, ForeignAndDamagedFilesAreRefused) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "text.npz", "no archive at all");
  EXPECT_THROW(Model::load(directory / "text.npz"), InputError);
  EXPECT_THROW(Model::load(directory / "missing.npz"), InputError);
  {
    AtomicFile file(directory / "other.npz");
    NpzWriter archive(file);
    archive.add_string("meta", R"({"format":"dplda-corpus","version":1})");
    archive.finish();
    file.commit();
  }
  EXPECT_THROW(Model::load(directory / "other.npz"), InputError);
  Model(parts(), "test").save(directory / "m.npz");
  const std::string bytes = test::read_file(directory / "m.npz");
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    test::write_file(directory / "cut.npz", bytes.substr(0, size));
    EXPECT_THROW(Model::load(directory / "cut.npz"), InputError) << size;
  }
}

TEST(Model, PhiIsTheSmoothedShareOfCounts) {
  TopicTable table(2, 3);
  table.column(0)[0] = 3;
  table.column(2)[0] = 1;
  table.totals()[0] = 4;
  const std::vector<float> phi = phi_from_counts(table, 0.5);
  EXPECT_FLOAT_EQ(phi[0], 3.5f / 5.5f);
  EXPECT_FLOAT_EQ(phi[1], 0.5f / 5.5f);
  EXPECT_FLOAT_EQ(phi[2], 1.5f / 5.5f);
  EXPECT_FLOAT_EQ(phi[3], 1.0f / 3);
}

}  // namespace
}  // namespace dplda
