// Tells the class of a document from its topic shares: the target of a membership attack.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attack/feature_table.h"
#include "attack/logistic_regression.h"
#include "base/random.h"

namespace dplda {

struct ClassifierOptions {
  // logistic: regression over the topic shares. overfitted: over random features of them, so many
  // that they tell every document from every other.
  std::string kind = "logistic";
  double regularisation = 1;            // of the squared weights; small: memorises
  std::int64_t random_features = 2000;  // overfitted
};

// Random Fourier features of a Gaussian kernel (Rahimi and Recht 2007) over columns of variance 1.
class RandomFeatures {
 public:
  // REQUIRES: at least one row.
  RandomFeatures(const FeatureTable& rows, std::size_t features, const RandomStreams& random);

  void map(std::span<const double> row, std::span<double> result) const;
  FeatureTable map(const FeatureTable& rows) const;
  std::size_t size() const { return phases_.size(); }

 private:
  FeatureTable frequencies_;  // a row for each feature
  std::vector<double> phases_;
};

// Immutable; thread-safe.
class TopicClassifier {
 public:
  // Throws InputError for an unknown kind. REQUIRES: as LogisticRegression.
  TopicClassifier(const FeatureTable& rows, std::span<const std::uint32_t> labels,
                  std::uint32_t classes, const ClassifierOptions& options,
                  const RandomStreams& random);

  // Writes the confidence for every class.
  void confidences(std::span<const double> row, std::span<double> result) const;

 private:
  std::optional<RandomFeatures> features_;
  std::optional<LogisticRegression> regression_;
};

}  // namespace dplda
