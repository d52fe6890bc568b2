#include "attack/logistic_regression.h"

#include <linear.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"

namespace dplda {
namespace {

// Of the gradient: how far the minimum may be missed.
constexpr double kTolerance = 1e-4;

// LIBLINEAR prints unless it is told not to, for the whole process.
void silence() {
  static const bool silent = [] {
    set_print_string_function([](const char*) {});
    return true;
  }();
  static_cast<void>(silent);
}

// A row as LIBLINEAR takes it, with a constant for the bias.
void write_nodes(std::span<const double> row, feature_node* nodes) {
  for (std::size_t i = 0; i < row.size(); ++i)
    nodes[i] = {.index = static_cast<int>(i) + 1, .value = row[i]};
  nodes[row.size()] = {.index = static_cast<int>(row.size()) + 1, .value = 1};
  nodes[row.size() + 1] = {.index = -1, .value = 0};
}

}  // namespace

void LogisticRegression::Freed::operator()(::model* model) const { free_and_destroy_model(&model); }

LogisticRegression::LogisticRegression(const FeatureTable& rows,
                                       std::span<const std::uint32_t> labels, std::uint32_t classes,
                                       double regularisation)
    : scales_(rows), classes_(classes) {
  silence();
  if (!std::all_of(rows.values.begin(), rows.values.end(),
                   [](double x) { return std::isfinite(x); }))
    throw InputError("a feature is not a finite number");
  const std::size_t length = rows.columns + 2;
  std::vector<feature_node> nodes(rows.rows() * length);
  std::vector<feature_node*> starts(rows.rows());
  std::vector<double> targets(labels.begin(), labels.end());
  std::vector<double> scaled(rows.columns);
  for (std::size_t m = 0; m < rows.rows(); ++m) {
    starts[m] = nodes.data() + m * length;
    scale(rows.row(m), scaled);
    write_nodes(scaled, starts[m]);
  }
  const ::problem problem{.l = static_cast<int>(rows.rows()),
                          .n = static_cast<int>(rows.columns) + 1,
                          .y = targets.data(),
                          .x = starts.data(),
                          .bias = 1};
  // The one solver for this loss that draws no random numbers.
  const ::parameter parameter{.solver_type = L2R_LR,
                              .eps = kTolerance,
                              .C = 1 / regularisation,
                              .nr_weight = 0,
                              .weight_label = nullptr,
                              .weight = nullptr,
                              .p = 0,
                              .init_sol = nullptr};
  model_.reset(::train(&problem, &parameter));
  classes_.resize(static_cast<std::size_t>(get_nr_class(model_.get())));
  get_labels(model_.get(), classes_.data());
}

void LogisticRegression::scale(std::span<const double> row, std::span<double> result) const {
  for (std::size_t i = 0; i < row.size(); ++i)
    result[i] = (row[i] - scales_.means[i]) * scales_.factors[i];
}

void LogisticRegression::probabilities(std::span<const double> row,
                                       std::span<double> result) const {
  std::fill(result.begin(), result.end(), 0.0);
  if (classes_.size() == 1) {
    result[static_cast<std::size_t>(classes_[0])] = 1;
    return;
  }
  std::vector<double> scaled(row.size());
  scale(row, scaled);
  std::vector<feature_node> nodes(row.size() + 2);
  write_nodes(scaled, nodes.data());
  std::vector<double> found(classes_.size());
  predict_probability(model_.get(), nodes.data(), found.data());
  for (std::size_t i = 0; i < classes_.size(); ++i)
    result[static_cast<std::size_t>(classes_[i])] = found[i];
}

}  // namespace dplda
