// What a classifier's confidence says about who was trained on: the attack model of Shokri et al.
// 2017, a logistic regression for each class.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "attack/feature_table.h"
#include "attack/logistic_regression.h"

namespace dplda {

// What the attacker makes of a confidence vector and the document's true class.
std::size_t confidence_columns(std::uint32_t classes);
// REQUIRES: result.size() == confidence_columns(confidences.size()).
void confidence_features(std::span<const double> confidences, std::uint32_t label,
                         std::span<double> result);

// Documents that the classifier of a world was asked about.
struct Answers {
  FeatureTable features = {};              // confidence_features
  std::vector<std::uint32_t> labels = {};  // true classes
  std::vector<std::uint32_t> predicted = {};
  std::vector<std::uint32_t> member = {};  // 0 or 1
};

class ConfidenceAttack {
 public:
  // Learns from answers where members are known. REQUIRES: labels below `classes`.
  ConfidenceAttack(std::span<const Answers> shadows, std::uint32_t classes);

  // The probability of membership as the attacker sees it; 1/2 for a class of which the shadows
  // had not both members and others.
  double score(std::span<const double> features, std::uint32_t label) const;

 private:
  std::vector<std::optional<LogisticRegression>> by_class_;
};

// The probability that a member scores above another document; ties count half. REQUIRES: both.
double area_under_curve(std::span<const double> members, std::span<const double> others);

}  // namespace dplda
