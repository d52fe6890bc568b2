// The topic-based attack on KOS, against figures of an independent implementation: 200 word
// occurrences, binary documents, the 1000 words that are in the most documents, 50 topics, alpha 1.
// The bound of 10 points is the agreement asked for between implementations: two samples of 200
// occurrences differ by up to 2 sqrt(2 / 4 / 200) = 10 points with 95% where half are guessed, by
// less elsewhere. One seed, so that a figure comes out again.
#include "attack/topic_attack.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <optional>

#include "reference/kos.h"
#include "reference/options.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

constexpr double kAgreement = 0.10;
constexpr std::uint64_t kTokens = 200;

struct Figures {
  double published;
  double exact;
};

class KosTopicAttack : public testing::Test {
 protected:
  void SetUp() override {
    const auto path = test::real_data("kos/docword.kos.txt.gz");
    if (!path) GTEST_SKIP() << "needs kos/docword.kos.txt.gz below DPLDA_DATA";
    kos_.emplace(test::load_kos(*path, true));
  }

  // After 20 and after 200 sweeps.
  void expect_success(TrainOptions options, const char* what, Figures after_20, Figures after_200) {
    options->topics = 50;
    options->alpha = 1;
    options->sweeps = 200;
    options->seed = 1;
    options->threads = 1;
    TopicAttack attack(kTokens, 1);
    train(kos_->train, options, attack);
    for (const auto& [sweep, independent] : {std::pair{20, after_20}, std::pair{200, after_200}}) {
      const TopicAttackPoint& point = attack.points().at(static_cast<std::size_t>(sweep) - 1);
      std::printf("%-24s %3d sweeps: %5.1f%% / %5.1f%% (independent: %.0f%% / %.0f%%)\n", what,
                  sweep, 100 * point.published.accuracy, 100 * point.exact.accuracy,
                  100 * independent.published, 100 * independent.exact);
      EXPECT_NEAR(point.published.accuracy, independent.published, kAgreement) << what << sweep;
      EXPECT_NEAR(point.exact.accuracy, independent.exact, kAgreement) << what << sweep;
    }
  }

  std::optional<test::Kos> kos_;
};

TEST_F(KosTopicAttack, OnPlainSamplingAgreesWithAnIndependentImplementation) {
  TrainOptions options = options_for("cgs");
  test::set(options, "sampler", "sequential");
  expect_success(options, "cgs", {0.59, 0.98}, {0.87, 1.00});
}

TEST_F(KosTopicAttack, OnCdpPlusAgreesWithAnIndependentImplementation) {
  TrainOptions options = options_for("cdp-plus");
  test::set(options, "noise", "laplace");
  test::set(options, "epsilon-noise", 1);
  expect_success(options, "cdp-plus, Laplace, 1", {0.24, 0.95}, {0.63, 1.00});
}

// Draws of range h = 10, releases of 1 each: the exact attacker is not kept out.
TEST_F(KosTopicAttack, OnHdpAtTheLimitOf10AgreesWithAnIndependentImplementation) {
  TrainOptions options = options_for("hdp");
  test::set(options, "epsilon-noise", 1);
  test::set(options, "beta", 0.5);
  test::set(options, "shrink", 0);
  expect_success(options, "hdp, h = 10, eps_L 1", {0.04, 0.68}, {0.12, 0.99});
}

}  // namespace
}  // namespace dplda
