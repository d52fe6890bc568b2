// Recipe lp: training on reports.
#include "recipes/lp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/simd.h"
#include "privacy/report_charges.h"
#include "privacy/stated_total.h"
#include "reference/model_meta.h"
#include "reference/observers.h"
#include "reference/options.h"
#include "reference/planted_reports.h"
#include "reference/small_corpora.h"
#include "reference/stream_ways.h"
#include "reference/temporary.h"
#include "training/recipe.h"
#include "training/training.h"

namespace dplda {
namespace {

struct DenoisingWay {
  const char* denoise;
  const char* sampler;
};
constexpr DenoisingWay kDenoisingWays[] = {{"channel", "snapshot"},
                                           {"moment", "snapshot"},
                                           {"moment", "sequential"},
                                           {"bayes", "snapshot"},
                                           {"bayes", "sequential"}};

TrainOptions lp_options(const DenoisingWay& way) {
  TrainOptions options = options_for("lp");
  test::set(options, "denoise", way.denoise);
  test::set(options, "sampler", way.sampler);
  if (std::string(way.denoise) == "bayes") {
    test::set(options, "prior", "prior");  // the documents are given beside it
    test::set(options, "prior-public", true);
  }
  options->topics = 4;
  options->sweeps = 12;
  options->seed = 3;
  options->threads = 1;
  return options;
}

TrainResult trained(const Reports& reports, const TrainOptions& options, Observer& observer) {
  const Corpus prior =
      test::planted_corpus(77, 50, 20, std::max<std::uint32_t>(1, reports.bits.words() / 5));
  return train(reports, setup_of(options).prior.given() ? &prior : nullptr, options, observer);
}

std::vector<float> learnt_numbers(const Reports& reports, const TrainOptions& options) {
  Observer observer;
  return test::numbers_of(trained(reports, options, observer).model);
}

TEST(Lp, GivesTheSameModelForAnyNumberOfThreadsAndInstructionSet) {
  const Reports reports = test::reports_of(test::planted_corpus(1, 200, 10, 4), 3, 1);
  for (const DenoisingWay& way : kDenoisingWays) {
    TrainOptions options = lp_options(way);
    const std::vector<float> expected = learnt_numbers(reports, options);
    for (const std::int64_t threads : {2, 7}) {
      options->threads = threads;
      EXPECT_EQ(learnt_numbers(reports, options), expected) << way.denoise << " " << threads;
    }
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      EXPECT_EQ(learnt_numbers(reports, options), expected) << way.denoise << " " << set;
    }
    use_instruction_set("best");
    options->seed = 4;
    EXPECT_NE(learnt_numbers(reports, options), expected) << way.denoise;
  }
}

// Where sweeps are averaged already, and where they are not.
TEST(Lp, AnInterruptedRunResumesToTheSameBits) {
  const test::TemporaryDirectory directory;
  const Reports reports = test::reports_of(test::planted_corpus(2, 61, 10, 4), 3, 1);
  for (const DenoisingWay& way : kDenoisingWays) {
    for (const std::uint32_t sweeps : {1U, 7U, 10U}) {
      TrainOptions options = lp_options(way);
      const std::vector<float> whole = learnt_numbers(reports, options);
      options->checkpoint = directory / "state";
      test::StopAfter observer(sweeps);
      EXPECT_TRUE(trained(reports, options, observer).interrupted);
      options->checkpoint.clear();
      options->resume = directory / "state";
      options->threads = 3;
      EXPECT_EQ(learnt_numbers(reports, options), whole) << way.denoise << " " << sweeps;
    }
  }
}

TEST(Lp, ACheckpointOfOtherReportsIsRefused) {
  const test::TemporaryDirectory directory;
  TrainOptions options = lp_options(kDenoisingWays[0]);
  options->checkpoint = directory / "state";
  options->every = 6;
  learnt_numbers(test::reports_of(test::planted_corpus(2, 30, 10, 4), 3, 1), options);
  options->resume = directory / "state";
  EXPECT_THROW(learnt_numbers(test::reports_of(test::planted_corpus(2, 30, 10, 4), 3, 2), options),
               InputError);
}

TEST(Lp, ACheckpointOfAnotherPriorIsRefused) {
  const test::TemporaryDirectory directory;
  const Reports reports = test::reports_of(test::planted_corpus(2, 30, 10, 4), 3, 1);
  const Corpus prior = test::planted_corpus(77, 50, 20, 4);
  const Corpus other = test::planted_corpus(78, 50, 20, 4);
  TrainOptions options = lp_options({"bayes", "snapshot"});
  options->checkpoint = directory / "state";
  options->every = 6;
  Observer observer;
  train(reports, &prior, options, observer);
  options->resume = directory / "state";
  EXPECT_THROW(train(reports, &other, options, observer), InputError);
  EXPECT_NO_THROW(train(reports, &prior, options, observer));
}

// A planted topic has five words to itself, all of which nearly every document of it has; at
// epsilon 4 one bit in 55 is wrong.
TEST(Lp, FindsPlantedTopics) {
  const Reports reports = test::reports_of(test::planted_corpus(5, 600, 30, 4), 4, 1);
  for (const DenoisingWay& way : kDenoisingWays) {
    TrainOptions options = lp_options(way);
    options->sweeps = 100;
    options->topics = 8;  // more than were planted: with just four, two may share a topic for good
    Observer observer;
    const Model model = trained(reports, options, observer).model;
    for (std::uint32_t planted = 0; planted < 4; ++planted) {
      bool found = false;
      for (std::size_t k = 0; k < model.topics(); ++k) {
        const std::vector<std::uint32_t> top = model.top_words(k, 5);
        found = found || std::all_of(top.begin(), top.end(),
                                     [&](std::uint32_t word) { return word / 5 == planted; });
      }
      EXPECT_TRUE(found) << way.denoise << " topic " << planted;
    }
  }
}

TEST(Lp, TheRecordStatesWhatAReportCostsForEveryUnit) {
  const Reports reports = test::reports_of(test::planted_corpus(1, 40, 10, 4), 3, 1);
  for (const DenoisingWay& way : kDenoisingWays) {
    Observer observer;
    const TrainOptions options = lp_options(way);
    const TrainResult result = trained(reports, options, observer);
    const auto record = test::meta_of(result.model).at("privacy");
    EXPECT_TRUE(record.at("private").get<bool>());
    const std::vector<Charge> charges =
        report_charges(reports.parameters.threshold, reports.parameters.words, 0, 1);
    ASSERT_EQ(record.at("units").size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(record.at("units")[i],
                to_json(stated_total(charges[i].mechanism.loss, charges[i].unit, View::kReport,
                                     options->delta)));
    }
    EXPECT_NEAR(record.at("units")[0].at("pure_epsilon").get<double>(), 3, 1e-9);
    EXPECT_EQ(record.at("run"), record.at("units")[0]);
  }
}

TEST(Lp, ReportsWhoseSeedIsKnownProtectNobody) {
  const Reports reports = test::reports_of(test::planted_corpus(1, 40, 10, 4), 3, 1, kSeedKnown);
  Observer observer;
  const auto record =
      test::meta_of(trained(reports, lp_options(kDenoisingWays[0]), observer).model).at("privacy");
  EXPECT_FALSE(record.at("private").get<bool>());
  EXPECT_FALSE(record.contains("units"));
  EXPECT_FALSE(record.contains("run"));
  EXPECT_EQ(record.at("exposures")[0].at("release"), "every report");
}

TEST(Lp, APriorThatIsNotPublicIsExposed) {
  const Reports reports = test::reports_of(test::planted_corpus(1, 40, 10, 4), 3, 1);
  TrainOptions options = lp_options({"bayes", "snapshot"});
  test::set(options, "prior-public", false);
  Observer observer;
  const auto record = test::meta_of(trained(reports, options, observer).model).at("privacy");
  EXPECT_FALSE(record.at("private").get<bool>());
  EXPECT_EQ(record.at("exposures")[0].at("release"), "the documents of the prior");
}

TEST(Lp, ReportsAndDocumentsAreNotTakenForEachOther) {
  const Corpus corpus = test::planted_corpus(1, 40, 10, 4);
  const Reports reports = test::reports_of(corpus, 3, 1);
  Observer observer;
  EXPECT_THROW(train(corpus, lp_options(kDenoisingWays[0]), observer), InputError);
  for (const Recipe& recipe : recipes()) {
    if (recipe.name == "lp") continue;
    TrainOptions options = options_for(std::string(recipe.name));
    options->topics = 4;
    EXPECT_THROW(train(reports, nullptr, options, observer), InputError) << recipe.name;
  }
}

TEST(Lp, OptionsThatContradictOneAnotherAreRefused) {
  const auto refused = [](const DenoisingWay& way, auto change) {
    TrainOptions options = lp_options(way);
    change(options);
    EXPECT_THROW(setup_of(options), InputError);
  };
  refused({"bayes", "snapshot"}, [](TrainOptions& o) { test::set(o, "prior", ""); });
  refused({"bayes", "snapshot"}, [](TrainOptions& o) {
    test::set(o, "omega", 0.5);
    test::set(o, "prior-sigma", 0.5);
  });
}

TEST(Lp, ARunStoppedBeforeAnythingIsAveragedGivesAModel) {
  const Reports reports = test::reports_of(test::planted_corpus(1, 40, 10, 4), 3, 1);
  for (const DenoisingWay& way : kDenoisingWays) {
    test::StopAfter observer(1);
    TrainOptions options = lp_options(way);
    options->sweeps = 100;
    const TrainResult result = trained(reports, options, observer);
    EXPECT_TRUE(result.interrupted);
    double sum = 0;
    for (const float share : result.model.prevalence()) sum += static_cast<double>(share);
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

// Model refuses whatever is no probability, in words that name the trained model.
void expect_model_or_nothing(const Reports& reports, const TrainOptions& options) {
  try {
    for (const float value : learnt_numbers(reports, options))
      ASSERT_TRUE(std::isfinite(value) && value >= 0);
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), "the corpus has no tokens; nothing can be learnt from it");
  }
}

TEST(Lp, FewOrStrangeReportsGiveAModelOrAreRefused) {
  for (const std::size_t documents : {1, 2, 30}) {
    for (const double epsilon : {0.01, 4.0, 20.0, 40.0}) {
      for (const std::int64_t topics : {1, 3, 50}) {
        const Corpus planted = test::planted_corpus(1, documents, 60, 1);
        for (const DenoisingWay& way : kDenoisingWays) {
          SCOPED_TRACE(testing::Message()
                       << documents << " " << epsilon << " " << topics << " " << way.denoise);
          TrainOptions options = lp_options(way);
          options->topics = topics;
          Reports reports = test::reports_of(planted, epsilon, 1);
          expect_model_or_nothing(reports, options);
          for (const std::uint64_t bits : {0U, 31U}) {  // nothing, and everything
            for (std::uint64_t m = 0; m < documents; ++m) reports.bits.row(m)[0] = bits;
            expect_model_or_nothing(reports, options);
          }
          if (std::string(way.denoise) == "bayes") continue;
          Reports single = test::reports_of(
              test::corpus_of(std::vector<std::vector<std::uint32_t>>(documents, {0, 0}), 1),
              epsilon, 1);
          expect_model_or_nothing(single, options);
        }
      }
    }
  }
}

}  // namespace
}  // namespace dplda
