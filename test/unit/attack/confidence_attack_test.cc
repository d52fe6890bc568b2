#include "attack/confidence_attack.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace dplda {
namespace {

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
