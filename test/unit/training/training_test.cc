#include "training/training.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/errors.h"
#include "base/simd.h"
#include "reference/model_meta.h"
#include "reference/observers.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

TrainOptions plain_options() {
  TrainOptions options;
  options->topics = 4;
  options->sweeps = 12;
  options->seed = 3;
  options->threads = 1;
  return options;
}

std::vector<float> trained_phi(const Corpus& corpus, const TrainOptions& options) {
  Observer observer;
  const TrainResult result = train(corpus, options, observer);
  return {result.model.phi().begin(), result.model.phi().end()};
}

TEST(Training, GivesTheSameModelForAnyNumberOfThreadsAndInstructionSet) {
  const Corpus corpus = test::planted_corpus(1, 400, 40, 4);
  for (const char* sampler : {"sequential", "snapshot"}) {
    for (const char* optimise : {"none", "asymmetric"}) {
      TrainOptions options = plain_options();
      test::set(options, "sampler", sampler);
      test::set(options, "optimize-alpha", optimise);
      test::set(options, "optimize-after", 3);
      test::set(options, "optimize-every", 2);
      const std::vector<float> expected = trained_phi(corpus, options);
      for (const std::int64_t threads : {2, 7}) {
        options->threads = threads;
        EXPECT_EQ(trained_phi(corpus, options), expected) << sampler << " " << threads;
      }
      for (const std::string& set : instruction_sets()) {
        use_instruction_set(set);
        EXPECT_EQ(trained_phi(corpus, options), expected) << sampler << " " << set;
      }
      use_instruction_set("best");
    }
  }
}

TEST(Training, AnotherSeedGivesAnotherModelAndNoSeedIsNotRepeatable) {
  const Corpus corpus = test::planted_corpus(1, 50, 20, 4);
  TrainOptions options = plain_options();
  const std::vector<float> first = trained_phi(corpus, options);
  options->seed = 4;
  EXPECT_NE(trained_phi(corpus, options), first);
  options->seed.reset();
  EXPECT_NE(trained_phi(corpus, options), trained_phi(corpus, options));
}

TEST(Training, FindsPlantedTopics) {
  const Corpus corpus = test::planted_corpus(5, 300, 40, 4);
  for (const char* sampler : {"sequential", "snapshot"}) {
    TrainOptions options = plain_options();
    test::set(options, "sampler", sampler);
    options->sweeps = 100;
    options->topics = 8;  // more than were planted: with just four, two may share a topic for good
    Observer observer;
    const Model model = train(corpus, options, observer).model;
    // A planted topic has its five words to itself: some learnt topic has just these on top.
    for (std::uint32_t planted = 0; planted < 4; ++planted) {
      bool found = false;
      for (std::size_t k = 0; k < model.topics(); ++k) {
        const std::vector<std::uint32_t> top = model.top_words(k, 5);
        found = found || std::all_of(top.begin(), top.end(),
                                     [&](std::uint32_t w) { return w / 5 == planted; });
      }
      EXPECT_TRUE(found) << sampler << " topic " << planted;
    }
  }
}

TEST(Training, AnInterruptedRunResumesToTheSameBits) {
  const test::TemporaryDirectory directory;
  const Corpus corpus = test::planted_corpus(2, 60, 25, 4);
  for (const char* sampler : {"sequential", "snapshot"}) {
    TrainOptions options = plain_options();
    test::set(options, "sampler", sampler);
    test::set(options, "optimize-alpha", "symmetric");
    test::set(options, "optimize-after", 2);
    test::set(options, "optimize-every", 3);
    const std::vector<float> whole = trained_phi(corpus, options);

    TrainOptions first = options;
    first->checkpoint = directory / "state";
    test::StopAfter observer(7);
    const TrainResult part = train(corpus, first, observer);
    EXPECT_TRUE(part.interrupted);
    EXPECT_EQ(part.sweeps, 7u);

    TrainOptions second = options;
    second->resume = directory / "state";
    second->threads = 3;
    EXPECT_EQ(trained_phi(corpus, second), whole) << sampler;
  }
}

TEST(Training, CheckpointsAreForTheirOwnerOnly) {
  const test::TemporaryDirectory directory;
  TrainOptions options = plain_options();
  options->checkpoint = directory / "state";
  options->every = 5;
  trained_phi(test::planted_corpus(2, 20, 10, 4), options);
  struct stat status;
  ASSERT_EQ(stat(options->checkpoint.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST(Training, ACheckpointOfAnotherRunOrADamagedOneIsRefused) {
  const test::TemporaryDirectory directory;
  const Corpus corpus = test::planted_corpus(2, 20, 10, 4);
  TrainOptions options = plain_options();
  options->checkpoint = directory / "state";
  options->every = 6;
  trained_phi(corpus, options);
  options->checkpoint.clear();
  options->resume = directory / "state";

  TrainOptions other = options;
  other->alpha = 0.7;
  EXPECT_THROW(trained_phi(corpus, other), InputError);
  other = options;
  other->seed = 99;
  EXPECT_THROW(trained_phi(corpus, other), InputError);
  other = options;
  other->sweeps = 3;
  EXPECT_THROW(trained_phi(corpus, other), InputError);
  EXPECT_THROW(trained_phi(test::planted_corpus(3, 20, 10, 4), options), InputError);

  const std::string bytes = test::read_file(directory / "state");
  for (std::size_t size = 0; size < bytes.size(); size += 101) {
    test::write_file(directory / "state", bytes.substr(0, size));
    EXPECT_THROW(trained_phi(corpus, options), InputError) << size;
  }
}

TEST(Training, OptionsOutOfRangeAreRefused) {
  const Corpus corpus = test::planted_corpus(2, 5, 5, 2);
  const auto refused = [&](auto change) {
    TrainOptions options = plain_options();
    EXPECT_THROW(
        {
          change(options);
          trained_phi(corpus, options);
        },
        InputError);
  };
  refused([](TrainOptions& o) { o->topics = 0; });
  refused([](TrainOptions& o) { o->topics = 65536; });
  refused([](TrainOptions& o) { o->sweeps = -1; });
  refused([](TrainOptions& o) { o->alpha = 0; });
  refused([](TrainOptions& o) { o->alpha = -1; });
  refused([](TrainOptions& o) { o->alpha = std::numeric_limits<double>::quiet_NaN(); });
  refused([](TrainOptions& o) { test::set(o, "beta", 0); });
  refused([](TrainOptions& o) { test::set(o, "beta", std::numeric_limits<double>::infinity()); });
  refused([](TrainOptions& o) { test::set(o, "sampler", "other"); });
  refused([](TrainOptions& o) { o->recipe = "other"; });
  refused([](TrainOptions& o) { o->threads = -1; });
  EXPECT_THROW(trained_phi(test::corpus_of({{}, {}}, 3), plain_options()), InputError);
}

TEST(Training, APlainRunSaysThatEverythingIsExposed) {
  Observer observer;
  const TrainResult result = train(test::planted_corpus(2, 5, 5, 2), plain_options(), observer);
  EXPECT_TRUE(result.ledger.exposed());
  EXPECT_EQ(result.ledger.total(Unit::kWord, View::kCounts), PrivacyLoss::infinite());
  EXPECT_FALSE(test::meta_of(result.model).at("privacy").at("private").get<bool>());
  EXPECT_FALSE(Ledger().exposed());
}

TEST(Resolved, AKernelIsNamedWhereARunHasOneAndNowhereElse) {
  const auto kernel = [](const std::string& recipe, const std::string& sampler,
                         std::int64_t topics) {
    TrainOptions options = options_for(recipe);
    test::set(options, "sampler", sampler);
    options->topics = topics;
    test::set_if_known(options, "epsilon-noise", 1);
    return test::settled(options, "kernel");
  };
  EXPECT_EQ(kernel("cgs", "snapshot", 400), "dense");
  EXPECT_EQ(kernel("cgs", "snapshot", 401), "sparse");
  EXPECT_EQ(kernel("hdp", "snapshot", 2000), "dense");
  EXPECT_EQ(kernel("hdp", "snapshot", 2001), "sparse");
  EXPECT_EQ(kernel("cgs", "sequential", 2001), "auto");
}

}  // namespace
}  // namespace dplda
