#include "attack/lira.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "attack/shadow_models.h"
#include "base/random.h"

namespace dplda {
namespace {

// Normal statistics whose mean is higher by `shift` for members, each document with a mean and a
// scale of its own.
std::vector<ShadowModel> normal_models(std::size_t models, std::size_t documents, double shift) {
  const RandomStreams random(key_from_seed(11));
  std::vector<ShadowModel> all;
  for (std::uint32_t i = 0; i < models; ++i) {
    RandomStream stream(random, Purpose::kSynthetic, i);
    ShadowModel& model = all.emplace_back();
    model.members = shadow_memberships(documents, i, 1);
    for (std::size_t m = 0; m < documents; ++m) {
      const double radius = std::sqrt(-2 * std::log(1 - stream.uniform()));
      const double normal = radius * std::cos(2 * std::numbers::pi * stream.uniform());
      const double scale = 1 + static_cast<double>(m % 3);
      model.statistics.push_back(scale * (normal + shift * model.members[m]) -
                                 static_cast<double>(m));
    }
  }
  return all;
}

std::vector<std::uint64_t> first(std::size_t documents) {
  std::vector<std::uint64_t> ids(documents);
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

LiraResult attacked(const std::vector<ShadowModel>& models, Spread spread, int threads = 2) {
  ThreadPool pool(threads);
  return lira(models, first(models[0].members.size()), {.spread = spread, .replicates = 400}, pool);
}

// The share of ranks of a member is uniform where nothing is to be learnt, of variance 1/12. Even
// if all pairs of a document went together the AUC of 2000 documents would have a standard
// deviation of at most 2 sqrt(1/12 / 2000) = 0.013; four of them.
TEST(Lira, LearnsNothingWhereThereIsNothing) {
  for (const Spread spread : {Spread::kPooled, Spread::kPerDocument}) {
    const LiraResult result = attacked(normal_models(16, 2000, 0), spread);
    EXPECT_NEAR(result.auc.value, 0.5, 0.052);
    EXPECT_LE(result.auc.low, 0.5);
    EXPECT_GE(result.auc.high, 0.5);
  }
}

// The best test of N(0, 1) against N(2, 1) has a true-positive rate of Phi(2 + Phi^-1(f)): 0.1378,
// 0.3721 and 0.7637; and an AUC of Phi(2 / sqrt(2)) = 0.9214. With 100 models a side the means are
// known to 0.1, which moves the rate at 1% by 0.01; 20,000 non-members place the threshold there to
// 0.026 in units of the noise, another 0.01; four of both together. At 0.1%, 20 non-members above
// it place it to 0.066 or 0.015; four of that and of 0.01.
TEST(Lira, FindsShiftedNormalStatisticsAsWellAsIsPossible) {
  const LiraResult result = attacked(normal_models(200, 200, 2), Spread::kPerDocument);
  EXPECT_NEAR(result.tpr[0].value, 0.1378, 0.075);
  EXPECT_NEAR(result.tpr[1].value, 0.3721, 0.057);
  EXPECT_NEAR(result.tpr[2].value, 0.7637, 0.04);
  EXPECT_NEAR(result.auc.value, 0.9214, 0.01);
  EXPECT_LT(result.tpr[1].low, result.tpr[1].value);
  EXPECT_GT(result.tpr[1].high, result.tpr[1].value);
  EXPECT_EQ(result.members + result.non_members, 40000u);
}

// One variance for documents of different scales misjudges the wide ones.
TEST(Lira, ADocumentsOwnSpreadIsStrongerWhereScalesDiffer) {
  const auto models = normal_models(100, 200, 2);
  EXPECT_GT(attacked(models, Spread::kPerDocument).tpr[1].value,
            attacked(models, Spread::kPooled).tpr[1].value + 0.05);
}

TEST(Lira, ScoresDoNotKnowWhetherTheirOwnModelSawTheDocument) {
  auto models = normal_models(12, 30, 1);
  const auto scores = lira_scores(models, Spread::kPerDocument);
  for (std::size_t m = 0; m < 30; ++m) models[4].members[m] ^= 1;
  const auto again = lira_scores(models, Spread::kPerDocument);
  for (std::size_t m = 0; m < 30; ++m) {
    // Taking a value back from running sums costs their last digits.
    EXPECT_NEAR(again[4 * 30 + m], scores[4 * 30 + m], 1e-6 * (1 + std::abs(scores[4 * 30 + m])));
  }
}

TEST(Lira, DoesNotDependOnThreads) {
  const auto models = normal_models(20, 50, 1);
  const LiraResult one = attacked(models, Spread::kPerDocument, 1);
  const LiraResult three = attacked(models, Spread::kPerDocument, 3);
  EXPECT_EQ(one.auc.low, three.auc.low);
  EXPECT_EQ(one.auc.high, three.auc.high);
  for (std::size_t i = 0; i < one.tpr.size(); ++i) {
    EXPECT_EQ(one.tpr[i].low, three.tpr[i].low);
    EXPECT_EQ(one.tpr[i].high, three.tpr[i].high);
  }
}

// Members show in half of the pairs: in all of every second model, or in every second document of
// each. Either way the rate is the mean of two very different ones; but where models decide, 20 of
// them say what it is, not 3000 pairs.
TEST(Lira, IntervalsKnowThatPairsOfAModelGoTogether) {
  const auto width = [](bool by_model) {
    auto models = normal_models(20, 300, 0);
    for (std::size_t i = 0; i < models.size(); ++i) {
      for (std::size_t m = 0; m < 300; ++m) {
        const bool shows = (by_model ? i : i + m) % 2 == 0 && models[i].members[m] != 0;
        if (shows) models[i].statistics[m] += 4.0 * (1 + static_cast<double>(m % 3));
      }
    }
    const Estimate rate = attacked(models, Spread::kPerDocument).tpr[2];
    return rate.high - rate.low;
  };
  EXPECT_GT(width(true), 2 * width(false));
}

TEST(Lira, AThinnedCurveStaysBelowItselfAndKeepsSmallRates) {
  const LiraResult result = attacked(normal_models(50, 400, 2), Spread::kPerDocument);
  EXPECT_LE(result.roc.size(), 200u);
  EXPECT_EQ(result.roc.front().false_positives, 0);
  EXPECT_EQ(result.roc.back().false_positives, 1);
  EXPECT_EQ(result.roc.back().true_positives, 1);
  for (std::size_t i = 1; i < result.roc.size(); ++i) {
    EXPECT_GE(result.roc[i].false_positives, result.roc[i - 1].false_positives);
    EXPECT_GE(result.roc[i].true_positives, result.roc[i - 1].true_positives);
  }
  for (std::size_t i = 0; i < result.tpr.size(); ++i) {
    const double there = true_positives_at(result.roc, kFalsePositiveRates[i]);
    EXPECT_LE(there, result.tpr[i].value);
    EXPECT_GE(there, result.tpr[i].value - 0.05);
  }
}

}  // namespace
}  // namespace dplda
