#include "recipes/release_filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"

namespace dplda {
namespace {

constexpr std::size_t kFilteredTopics = 4;
constexpr std::size_t kFilteredWords = 500;

// A sum of twelve uniforms is near enough to normal for a test.
double roughly_normal(RandomStream& stream) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += stream.uniform();
  return sum;
}

// Every word has its mass in one topic; totals as the tables have them.
std::vector<double> sparse_table() {
  std::vector<double> cells(kFilteredWords * kFilteredTopics);
  for (std::size_t word = 0; word < kFilteredWords; ++word)
    cells[word * kFilteredTopics + word % kFilteredTopics] =
        10.0 * static_cast<double>(1 + word % 50);
  return cells;
}

std::vector<double> totals_of(const std::vector<double>& cells) {
  std::vector<double> totals;
  for (std::size_t word = 0; word < kFilteredWords; ++word) {
    totals.push_back(std::accumulate(
        cells.begin() + static_cast<std::ptrdiff_t>(word * kFilteredTopics),
        cells.begin() + static_cast<std::ptrdiff_t>((word + 1) * kFilteredTopics), 0.0));
  }
  return totals;
}

double mean_square(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

std::vector<double> noisy(const std::vector<double>& cells, double deviation,
                          RandomStream& stream) {
  std::vector<double> result = cells;
  for (double& cell : result) cell += deviation * roughly_normal(stream);
  return result;
}

TEST(ReleaseFilter, TheAverageOfStillTablesBecomesMoreExactAndSaysSo) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  const std::vector<double> truth = sparse_table();
  ReleaseFilter filter(kFilteredTopics, totals_of(truth), 50 * 50);
  for (int i = 0; i < 10; ++i) filter.add(noisy(truth, 50, stream));
  const std::vector<double> average(filter.average().begin(), filter.average().end());
  // The mean square of 2000 normal errors of variance v has a standard deviation of v sqrt(2/2000).
  EXPECT_NEAR(mean_square(average, truth) / filter.average_variance(), 1,
              6 * std::sqrt(2.0 / 2000));
  EXPECT_LT(filter.average_variance(), 2500 / 4);
}

TEST(ReleaseFilter, TheAverageFollowsTablesThatMove) {
  const RandomStreams random(key_from_seed(2));
  RandomStream stream(random, Purpose::kSynthetic);
  const std::vector<double> before = sparse_table();
  std::vector<double> after = before;
  std::rotate(after.begin(), after.begin() + 1, after.end());
  ReleaseFilter filter(kFilteredTopics, totals_of(before), 1);
  for (int i = 0; i < 10; ++i) filter.add(noisy(before, 1, stream));
  filter.add(noisy(after, 1, stream));
  const std::vector<double> average(filter.average().begin(), filter.average().end());
  EXPECT_LT(mean_square(average, after), 2);
}

TEST(ReleaseFilter, TheEstimateIsNearerToTheTruthThanTheAverageAndNeverNegative) {
  const RandomStreams random(key_from_seed(3));
  RandomStream stream(random, Purpose::kSynthetic);
  ThreadPool pool(2);
  const std::vector<double> truth = sparse_table();
  for (const double deviation : {5.0, 50.0, 200.0}) {
    ReleaseFilter filter(kFilteredTopics, totals_of(truth), deviation * deviation);
    filter.add(noisy(truth, deviation, stream));
    const std::vector<double> average(filter.average().begin(), filter.average().end());
    std::vector<double> expected;
    const std::vector<double> estimate = filter.estimate(expected, pool);
    EXPECT_LT(mean_square(estimate, truth), 0.8 * mean_square(average, truth)) << deviation;
    EXPECT_GE(*std::min_element(estimate.begin(), estimate.end()), 0);
  }
}

// Without noise there is nothing to shrink; with nothing but noise, all of it.
TEST(ReleaseFilter, TrustsWhatIsFarAboveTheNoise) {
  ThreadPool pool(1);
  const std::vector<double> truth = sparse_table();
  ReleaseFilter filter(kFilteredTopics, totals_of(truth), 1e-4);
  filter.add(truth);
  std::vector<double> expected;
  EXPECT_LT(mean_square(filter.estimate(expected, pool), truth), 1e-3);
}

TEST(ReleaseFilter, SurvivesTablesThatHoldNothingOrAreFarBelowZero) {
  ThreadPool pool(1);
  for (const double value : {0.0, -1e9, 1e12}) {
    ReleaseFilter filter(kFilteredTopics, std::vector<double>(kFilteredWords, 1e-3), 1e12);
    filter.add(std::vector<double>(kFilteredWords * kFilteredTopics, value));
    std::vector<double> expected;
    for (const double cell : filter.estimate(expected, pool)) {
      EXPECT_TRUE(std::isfinite(cell)) << value;
      EXPECT_GE(cell, 0) << value;
    }
  }
}

}  // namespace
}  // namespace dplda
