#include "attack/confidence_attack.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/errors.h"

namespace dplda {
namespace {

// With rows -1 and 1 of two classes the weight w minimises r w^2 / 2 + 2 log(1 + exp(-w)), so that
// r w = 2 / (1 + exp(w)), and there is no bias.
TEST(LogisticRegression, FindsTheMinimum) {
  const FeatureTable rows{.columns = 1, .values = {-1, 1}};
  const std::vector<std::uint32_t> labels = {0, 1};
  for (const double regularisation : {0.01, 1.0, 10.0}) {
    const LogisticRegression regression(rows, labels, 2, regularisation);
    std::array<double, 2> found;
    regression.probabilities(std::array<double, 1>{1}, found);
    const double weight = std::log(found[1] / found[0]);
    EXPECT_NEAR(regularisation * weight, 2 * found[0], 1e-3) << regularisation;
    regression.probabilities(std::array<double, 1>{0}, found);
    EXPECT_NEAR(found[1], 0.5, 1e-6);
  }
}

TEST(LogisticRegression, DoesNotDependOnTheScaleOfAColumn) {
  const FeatureTable rows{.columns = 2, .values = {1, 7, 2, 7, 4, 7, 3, 7}};
  FeatureTable larger = rows;
  for (std::size_t i = 0; i < larger.values.size(); i += 2) larger.values[i] *= 1024;
  const std::vector<std::uint32_t> labels = {0, 0, 1, 1};
  std::array<double, 2> a;
  std::array<double, 2> b;
  LogisticRegression(rows, labels, 2, 1).probabilities(rows.row(2), a);
  LogisticRegression(larger, labels, 2, 1).probabilities(larger.row(2), b);
  EXPECT_NEAR(a[1], b[1], 1e-9);
  EXPECT_GT(a[1], 0.5);
}

TEST(LogisticRegression, KnowsNoClassButThoseOfItsRows) {
  const FeatureTable rows{.columns = 1, .values = {0, 1, 5}};
  std::array<double, 4> found;
  LogisticRegression(rows, std::vector<std::uint32_t>{3, 1, 1}, 4, 1)
      .probabilities(rows.row(0), found);
  EXPECT_EQ(found[0], 0);
  EXPECT_EQ(found[2], 0);
  EXPECT_NEAR(found[1] + found[3], 1, 1e-12);
  LogisticRegression(rows, std::vector<std::uint32_t>{2, 2, 2}, 4, 1)
      .probabilities(rows.row(0), found);
  EXPECT_EQ(found[2], 1);
}

TEST(LogisticRegression, RefusesFeaturesThatAreNoNumbers) {
  const FeatureTable rows{.columns = 1, .values = {0, std::nan("")}};
  EXPECT_THROW(LogisticRegression(rows, std::vector<std::uint32_t>{0, 1}, 2, 1), InputError);
}

TEST(ConfidenceAttack, TheAreaCountsPairsAndHalvesTies) {
  const std::vector<double> members = {0.9, 0.5, 0.1};
  const std::vector<double> others = {0.5, 0.2};
  // 0.9 is above both; 0.5 ties one and is above the other; 0.1 is above none.
  EXPECT_DOUBLE_EQ(area_under_curve(members, others), (2 + 1.5 + 0) / 6);
}

TEST(ConfidenceAttack, LearnsForEachClassWhatGivesMembersAway) {
  // Members of class 0 have high confidence, those of class 1 low; of class 2 there are no others.
  Answers shadow{.features = {.columns = confidence_columns(3)}};
  std::vector<double> features(confidence_columns(3));
  const auto row = [&](double own, std::uint32_t label) {
    std::array<double, 3> confidences;
    confidences.fill((1 - own) / 2);
    confidences[label] = own;
    confidence_features(confidences, label, features);
  };
  const auto add = [&](double own, std::uint32_t label, std::uint32_t member) {
    row(own, label);
    shadow.features.append(features);
    shadow.labels.push_back(label);
    shadow.member.push_back(member);
  };
  for (int i = 0; i < 20; ++i) {
    const double shift = 0.01 * i;
    add(0.7 + shift, 0, 1);
    add(0.4 + shift, 0, 0);
    add(0.4 + shift, 1, 1);
    add(0.7 + shift, 1, 0);
    add(0.7 + shift, 2, 1);
  }
  const ConfidenceAttack attack(std::span(&shadow, 1), 3);
  row(0.85, 0);
  EXPECT_GT(attack.score(features, 0), 0.8);
  row(0.45, 0);
  EXPECT_LT(attack.score(features, 0), 0.2);
  row(0.85, 1);
  EXPECT_LT(attack.score(features, 1), 0.2);
  EXPECT_EQ(attack.score(features, 2), 0.5);
}

}  // namespace
}  // namespace dplda
