// Held-out quality of what is learnt from perturbed reports and streams of them on KOS, against
// figures of an independent implementation: binary documents, the 1000 words that are in the most
// documents, 50 topics, the first 3000 documents train, the last 430 test. Seeds are public here,
// so that the figures repeat: `dplda experiment reports streams` prints the same ones.
#include <gtest/gtest.h>

#include <cstdio>
#include <optional>

#include "base/threads.h"
#include "collect/contributor.h"
#include "corpus/split.h"
#include "eval/perplexity.h"
#include "recipes/lp.h"
#include "reference/kos.h"
#include "reference/options.h"
#include "reference/temporary.h"
#include "training/held_stream.h"
#include "training/plan.h"
#include "training/stream.h"
#include "training/training.h"

namespace dplda {
namespace {

using test::Kos;

// The agreement asked for between implementations.
constexpr double kAgreement = 0.03;

struct Figures {
  double counts = 0;
  double binarised = 0;
};

struct Row {
  double epsilon;
  Figures documented;   // a seed gives the same topics on every machine
  Figures independent;  // by the other implementation
};

// The same reports as `dplda perturb --epsilon --seed` writes.
Reports perturbed(const Corpus& corpus, double epsilon, std::int64_t seed) {
  ContributorOptions options;
  options.epsilon = epsilon;
  options.seed = seed;
  return held_reports(Contributor(corpus, options), corpus.documents());
}

class KosReports : public testing::Test {
 protected:
  void SetUp() override {
    const auto path = test::real_data("kos/docword.kos.txt.gz");
    if (!path) GTEST_SKIP() << "needs kos/docword.kos.txt.gz below DPLDA_DATA";
    kos_.emplace(test::load_kos(*path, true));
  }

  Figures figures_of(const Model& model) {
    return {perplexity(model, kos_->test_counts, pool_).value,
            perplexity(model, kos_->test_binary, pool_).value};
  }

  // Mean over seeds 1 to `seeds`, for the contributors as for the collector.
  Figures learnt(TrainOptions options, double epsilon, int seeds) {
    Figures mean;
    options->threads = 1;
    for (int seed = 1; seed <= seeds; ++seed) {
      options->seed = seed;
      const Reports reports = perturbed(kos_->train, epsilon, seed);
      Observer observer;
      const Figures figures = figures_of(train(reports, nullptr, options, observer).model);
      mean.counts += figures.counts / seeds;
      mean.binarised += figures.binarised / seeds;
    }
    return mean;
  }

  std::optional<Kos> kos_;
  ThreadPool pool_{1};
};

void expect_documented(const char* what, const Row& row, const Figures& measured) {
  std::printf("%s, epsilon %.1f: %6.1f / %6.1f (independent: %.0f / %.0f, %+.1f%% / %+.1f%%)\n",
              what, row.epsilon, measured.counts, measured.binarised, row.independent.counts,
              row.independent.binarised, 100 * (measured.counts / row.independent.counts - 1),
              100 * (measured.binarised / row.independent.binarised - 1));
  EXPECT_NEAR(measured.counts, row.documented.counts, 0.051) << what << ' ' << row.epsilon;
  EXPECT_NEAR(measured.binarised, row.documented.binarised, 0.051) << what << ' ' << row.epsilon;
}

// The paper's LP-LDA and its settings.
TrainOptions as_published() {
  TrainOptions options = options_for("lp");
  test::set(options, "denoise", "moment");
  options->alpha = 1;
  test::set(options, "sampler", "sequential");
  return options;
}

TEST_F(KosReports, TheRebuiltCorpusAgreesWithAnIndependentImplementation) {
  for (const Row& row : {Row{1, {589.3, 721.0}, {595, 727}}, Row{3, {441.0, 538.8}, {441, 537}},
                         Row{8, {389.2, 485.8}, {391, 488}}}) {
    const Figures measured = learnt(as_published(), row.epsilon, 3);
    expect_documented("moment", row, measured);
    EXPECT_NEAR(measured.counts, row.independent.counts, kAgreement * row.independent.counts);
    EXPECT_NEAR(measured.binarised, row.independent.binarised,
                kAgreement * row.independent.binarised);
  }
}

// CDP-LDA: continuous noise of the same epsilon, mean of 3 seeds (dplda experiment reports).
TEST_F(KosReports, TheRebuiltCorpusCrossesCdpLdaBetweenEpsilon3And4) {
  constexpr Figures kCdpAt3{433.9, 533.9};
  constexpr Figures kCdpAt4{422.7, 523.8};
  const Figures at_3 = learnt(as_published(), 3, 1);
  const Figures at_4 = learnt(as_published(), 4, 1);
  EXPECT_GT(at_3.counts, kCdpAt3.counts);
  EXPECT_GT(at_3.binarised, kCdpAt3.binarised);
  EXPECT_LT(at_4.counts, kCdpAt4.counts);
  EXPECT_LT(at_4.binarised, kCdpAt4.binarised);
}

// In half of the sweeps that are the default, for the time it takes: all of them reach more. 0.5
// and 2 are measured by dplda experiment reports.
TEST_F(KosReports, TheChannelIsAtLeastAsGoodAsThePrototype) {
  TrainOptions options = options_for("lp");
  options->sweeps = 100;
  for (const Row& row : {Row{1, {474.9, 538.6}, {517, 587}}, Row{3, {367.5, 453.9}, {384, 457}}}) {
    const Figures measured = learnt(options, row.epsilon, 1);
    expect_documented("channel", row, measured);
    EXPECT_LE(measured.counts, row.independent.counts);
    EXPECT_LE(measured.binarised, row.independent.binarised);
  }
}

class KosStreams : public KosReports {
 protected:
  struct Stages : StreamObserver {
    std::optional<Model> prior;
    void on_prior(const Model& model) override { prior = model; }
  };
  struct Learnt {
    double prior = 0;  // of the prior alone
    double last = 0;   // after the last batch
  };

  // Perplexity with counts, from a stream of reports in batches of 160 with the defaults.
  Learnt streamed(double epsilon, bool with_prior) {
    const Split split = split_at_random(kos_->train.documents(), 500.0 / 3000, 1);
    const Corpus prior = selected(kos_->train, split.train);
    const Corpus rest = selected(kos_->train, split.test);
    TrainOptions options = options_for("online-lp");
    options->seed = 1;
    options->threads = 1;
    if (with_prior) test::set(options, "prior", "prior");
    test::set(options, "prior-public", with_prior);
    const Reports reports = perturbed(with_prior ? rest : kos_->train, epsilon, 1);
    HeldReports source(reports);
    Stages stages;
    const StreamResult result =
        train_stream(source, with_prior ? &prior : nullptr, options, stages);
    EXPECT_EQ(result.batches, with_prior ? 16u : 19u);
    Learnt learnt{0, perplexity(*result.model, kos_->test_counts, pool_).value};
    if (stages.prior) learnt.prior = perplexity(*stages.prior, kos_->test_counts, pool_).value;
    std::printf("stream, epsilon %.0f: %.1f, prior alone %.1f\n", epsilon, learnt.last,
                learnt.prior);
    return learnt;
  }
};

// As published a stream teaches nothing at 3, and what the prior knew is lost at 1.
TEST_F(KosStreams, AStreamOfReportsImprovesOnACleanPrior) {
  const Learnt at_3 = streamed(3, true);
  EXPECT_NEAR(at_3.prior, 410.7, 0.051);
  EXPECT_NEAR(at_3.last, 380.5, 0.051);
  EXPECT_LE(at_3.last, at_3.prior * 0.98);
  const Learnt at_1 = streamed(1, true);
  EXPECT_NEAR(at_1.last, 397.6, 0.051);
  EXPECT_LE(at_1.last, at_1.prior);
}

TEST_F(KosStreams, AStreamOfReportsTeachesWithoutAPrior) {
  const Learnt learnt = streamed(3, false);
  EXPECT_NEAR(learnt.last, 418.5, 0.051);
  EXPECT_LT(learnt.last, 450);
}

}  // namespace
}  // namespace dplda
