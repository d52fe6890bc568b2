#include "attack/logistic_regression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

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

}  // namespace
}  // namespace dplda
