#include "attack/topic_classifier.h"

#include <cmath>
#include <numbers>

#include "base/errors.h"

namespace dplda {
namespace {

// Two documents that have nothing in common are alike as exp(-kSharpness) says.
constexpr double kSharpness = 2;

double normal(RandomStream& stream) {  // Box and Muller
  const double radius = std::sqrt(-2 * std::log(1 - stream.uniform()));
  return radius * std::cos(2 * std::numbers::pi * stream.uniform());
}

}  // namespace

RandomFeatures::RandomFeatures(const FeatureTable& rows, std::size_t features,
                               const RandomStreams& random)
    : frequencies_{.columns = rows.columns} {
  // The squared distance of two rows of K columns of variance 1 is 2 K on average.
  const double width = std::sqrt(kSharpness / static_cast<double>(rows.columns));
  const std::vector<double> scales = ColumnScales(rows).factors;
  RandomStream stream(random, Purpose::kMembership);
  for (std::size_t f = 0; f < features; ++f) {
    for (const double scale : scales) frequencies_.values.push_back(normal(stream) * scale * width);
    phases_.push_back(2 * std::numbers::pi * stream.uniform());
  }
}

void RandomFeatures::map(std::span<const double> row, std::span<double> result) const {
  for (std::size_t f = 0; f < result.size(); ++f) {
    const std::span<const double> frequency = frequencies_.row(f);
    double angle = phases_[f];
    for (std::size_t i = 0; i < row.size(); ++i) angle += frequency[i] * row[i];
    result[f] = std::cos(angle);
  }
}

FeatureTable RandomFeatures::map(const FeatureTable& rows) const {
  FeatureTable mapped{.columns = phases_.size()};
  mapped.values.resize(rows.rows() * mapped.columns);
  for (std::size_t m = 0; m < rows.rows(); ++m) map(rows.row(m), mapped.row(m));
  return mapped;
}

TopicClassifier::TopicClassifier(const FeatureTable& rows, std::span<const std::uint32_t> labels,
                                 std::uint32_t classes, const ClassifierOptions& options,
                                 const RandomStreams& random) {
  if (options.kind == "overfitted") {
    features_.emplace(rows, static_cast<std::size_t>(options.random_features), random);
    regression_.emplace(features_->map(rows), labels, classes, options.regularisation);
  } else if (options.kind == "logistic") {
    regression_.emplace(rows, labels, classes, options.regularisation);
  } else {
    throw InputError("`classifier` must be logistic or overfitted");
  }
}

void TopicClassifier::confidences(std::span<const double> row, std::span<double> result) const {
  if (!features_) return regression_->probabilities(row, result);
  std::vector<double> mapped(features_->size());
  features_->map(row, mapped);
  regression_->probabilities(mapped, result);
}

}  // namespace dplda
