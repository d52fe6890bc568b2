// Held-out quality on the KOS corpus against figures of an independent implementation: binary or
// counted documents, the 1000 words that are in the most documents, 50 topics, alpha 1, beta 0.01;
// the first 3000 documents train, the last 430 test; mean of 3 seeds. The bound of 1.5% is the
// agreement asked for between implementations. The independent figures after 20 and 50 sweeps are
// those of in-place counts; a snapshot, whose counts lag by a sweep, gets there later
// (docs/internals/algorithms.md) and is held to them from sweep 100 on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "base/threads.h"
#include "eval/perplexity.h"
#include "reference/kos.h"
#include "reference/options.h"
#include "reference/temporary.h"
#include "training/training.h"

namespace dplda {
namespace {

constexpr double kAgreement = 0.015;
constexpr int kSeeds = 3;

using test::Kos;

// Perplexities after the listed sweeps of one run, on both test sets.
struct Figures {
  std::vector<double> binarised;
  std::vector<double> counts;
};

class Trace final : public Observer {
 public:
  Trace(const Kos& kos, std::vector<std::uint32_t> sweeps)
      : kos_(kos), sweeps_(std::move(sweeps)), pool_(1) {}

  void on_sweep(const Method& method, std::uint32_t sweep) override {
    const Chain& chain = *method.chain();
    const Prior& prior = method.prior();
    if (std::find(sweeps_.begin(), sweeps_.end(), sweep) == sweeps_.end()) return;
    const Model model({.vocabulary = kos_.train.vocabulary(),
                       .phi = phi_from_counts(chain.table, prior.beta),
                       .prior = prior,
                       .prevalence = {},
                       .coherence = {},
                       .meta = {}},
                      "trace");
    figures.binarised.push_back(perplexity(model, kos_.test_binary, pool_).value);
    figures.counts.push_back(perplexity(model, kos_.test_counts, pool_).value);
  }

  Figures figures;

 private:
  const Kos& kos_;
  std::vector<std::uint32_t> sweeps_;
  ThreadPool pool_;
};

Figures mean_of_seeds(const Kos& kos, const std::string& sampler,
                      const std::vector<std::uint32_t>& sweeps, double alpha = 1) {
  Figures mean{std::vector<double>(sweeps.size()), std::vector<double>(sweeps.size())};
  for (int seed = 1; seed <= kSeeds; ++seed) {
    TrainOptions options;
    options->alpha = alpha;
    options->sweeps = sweeps.back();
    test::set(options, "sampler", sampler);
    options->seed = seed;
    options->threads = 1;
    Trace trace(kos, sweeps);
    train(kos.train, options, trace);
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      mean.binarised[i] += trace.figures.binarised[i] / kSeeds;
      mean.counts[i] += trace.figures.counts[i] / kSeeds;
    }
  }
  return mean;
}

// `documented`: what docs/internals/algorithms.md is written from. A seed gives the same topics on
// every machine, so that the figure must come out again to its last printed digit. `held`: whether
// it is held to the independent figure, too.
void expect_figure(double measured, double documented, double independent, bool held,
                   const std::string& what) {
  std::printf("%-60s %6.1f (independent implementation: %.0f, %+.2f%%)\n", what.c_str(), measured,
              independent, 100 * (measured / independent - 1));
  EXPECT_NEAR(measured, documented, 0.051) << what << ": the documents print another figure";
  if (held) {
    EXPECT_NEAR(measured, independent, kAgreement * independent) << what;
  }
}

class KosQuality : public testing::TestWithParam<const char*> {
 protected:
  // The documented figure of the sampler under test.
  double of(double sequential, double snapshot) const { return in_place() ? sequential : snapshot; }
  bool in_place() const { return std::string(GetParam()) == "sequential"; }
};

TEST_P(KosQuality, BinaryTrainingAgreesWithAnIndependentImplementation) {
  const auto path = test::real_data("kos/docword.kos.txt.gz");
  if (!path) GTEST_SKIP() << "needs kos/docword.kos.txt.gz below DPLDA_DATA";
  const std::string sampler = GetParam();
  const Kos kos = test::load_kos(*path, true);
  const std::vector<std::uint32_t> sweeps = {20, 50, 100, 200, 400};
  const std::vector<double> documented = {of(538.2, 572.2), of(509.2, 521.9), of(496.8, 502.7),
                                          of(483.9, 491.0), of(476.7, 484.1)};
  const std::vector<double> independent = {539, 511, 500, 490, 480};
  const Figures mean = mean_of_seeds(kos, sampler, sweeps);
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    expect_figure(mean.binarised[i], documented[i], independent[i], in_place() || sweeps[i] >= 100,
                  sampler + ", binary, " + std::to_string(sweeps[i]) + " sweeps, binarised test");
  }
  expect_figure(mean.counts[3], of(388.4, 394.0), 392, true,
                sampler + ", binary, 200 sweeps, test with counts");
}

TEST_P(KosQuality, TrainingOnCountsAgreesWithAnIndependentImplementation) {
  const auto path = test::real_data("kos/docword.kos.txt.gz");
  if (!path) GTEST_SKIP() << "needs kos/docword.kos.txt.gz below DPLDA_DATA";
  const std::string sampler = GetParam();
  const Figures mean = mean_of_seeds(test::load_kos(*path, false), sampler, {200});
  expect_figure(mean.counts[0], of(355.3, 359.5), 355, true,
                sampler + ", counts, 200 sweeps, test with counts");
}

// The default alpha is a choice by measurement: an independent implementation has 429 after 200
// sweeps, against 490 at alpha 1. In-place counts reach it; a snapshot at so small an alpha moves
// more slowly and stands 2% above it.
TEST_P(KosQuality, TheDefaultAlphaIsFarBetterThanThePapers) {
  const auto path = test::real_data("kos/docword.kos.txt.gz");
  if (!path) GTEST_SKIP() << "needs kos/docword.kos.txt.gz below DPLDA_DATA";
  const std::string sampler = GetParam();
  const Figures mean =
      mean_of_seeds(test::load_kos(*path, true), sampler, {200, 400}, TrainOptions()->alpha);
  expect_figure(mean.binarised[0], of(428.4, 438.6), 429, in_place(),
                sampler + ", binary, alpha 0.1, 200 sweeps, binarised test");
  expect_figure(mean.binarised[1], of(423.4, 435.3), 429, in_place(),
                sampler + ", binary, alpha 0.1, 400 sweeps, binarised test");
}

INSTANTIATE_TEST_SUITE_P(Samplers, KosQuality, testing::Values("sequential", "snapshot"));

}  // namespace
}  // namespace dplda
