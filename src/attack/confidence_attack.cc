#include "attack/confidence_attack.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace dplda {
namespace {

// Confidences of one document that the attacker looks at, the highest first.
constexpr std::size_t kMostConfidences = 3;
constexpr double kLeastConfidence = 1e-12;
constexpr double kRegularisation = 1;

double log_odds(double confidence) {
  const double least = kLeastConfidence;
  return std::log(std::max(confidence, least) / std::max(1 - confidence, least));
}

std::size_t looked_at(std::size_t classes) { return std::min(classes, kMostConfidences); }

}  // namespace

std::size_t confidence_columns(std::uint32_t classes) { return 3 + looked_at(classes); }

void confidence_features(std::span<const double> confidences, std::uint32_t label,
                         std::span<double> result) {
  std::vector<double> sorted(confidences.begin(), confidences.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const double own = log_odds(confidences[label]);
  result[0] = own;
  result[1] = own * own;  // members may crowd in the middle
  result[2] = confidences[label] >= sorted[0] ? 1 : 0;
  for (std::size_t i = 0; i < looked_at(sorted.size()); ++i) result[3 + i] = log_odds(sorted[i]);
}

ConfidenceAttack::ConfidenceAttack(std::span<const Answers> shadows, std::uint32_t classes)
    : by_class_(classes) {
  for (std::uint32_t label = 0; label < classes; ++label) {
    FeatureTable rows{.columns = confidence_columns(classes)};
    std::vector<std::uint32_t> member;
    for (const Answers& shadow : shadows) {
      for (std::size_t i = 0; i < shadow.labels.size(); ++i) {
        if (shadow.labels[i] != label) continue;
        rows.append(shadow.features.row(i));
        member.push_back(shadow.member[i]);
      }
    }
    const auto members = std::count(member.begin(), member.end(), 1U);
    if (members == 0 || members == std::ssize(member)) continue;
    by_class_[label].emplace(rows, member, 2, kRegularisation);
  }
}

double ConfidenceAttack::score(std::span<const double> features, std::uint32_t label) const {
  if (!by_class_[label]) return 0.5;
  double probabilities[2];
  by_class_[label]->probabilities(features, probabilities);
  return probabilities[1];
}

double area_under_curve(std::span<const double> members, std::span<const double> others) {
  std::vector<double> sorted(others.begin(), others.end());
  std::sort(sorted.begin(), sorted.end());
  double above = 0;
  for (const double score : members) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), score);
    above += static_cast<double>((low - sorted.begin()) + (high - sorted.begin())) / 2;
  }
  return above / (static_cast<double>(members.size()) * static_cast<double>(others.size()));
}

}  // namespace dplda
