#include "eval/recovery.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/random.h"

namespace dplda {
namespace {

Model model(std::vector<float> phi, std::size_t topics) {
  return Model({.vocabulary = Vocabulary({"a", "b", "c", "d"}, VocabularyOrigin::kPublic),
                .phi = std::move(phi),
                .prior = {.alpha = std::vector<double>(topics, 0.1), .beta = 0.01},
                .prevalence = {},
                .coherence = {},
                .meta = {}},
               "test");
}

TEST(Recovery, IsTheCosineOverTheUnionOfTheWords) {
  const PlantedTopics planted{planted_topic("x", false, {{"a", 3}, {"unseen", 4}})};
  // (3, 4, 0) and (1/2, 0, 1/2) over a, unseen, d.
  const Recovery found = recovery(planted, model({0.5f, 0, 0, 0.5f}, 1));
  EXPECT_NEAR(found.worst, 3.0 / 5 * std::sqrt(0.5), 1e-7);
}

TEST(Recovery, TakesTheBestTopicForEachAndLeavesFillerOutOfTheSummary) {
  const PlantedTopics planted{planted_topic("one", false, {{"a", 1}}),
                              planted_topic("two", false, {{"a", 1}, {"b", 1}}),
                              planted_topic("talk", true, {{"d", 1}, {"unseen", 99}})};
  const Recovery found = recovery(planted, model({0, 0, 1, 0, 1, 0, 0, 0}, 2));
  EXPECT_EQ(found.topics[0].best, 1u);
  EXPECT_NEAR(found.topics[0].cosine, 1, 1e-7);
  EXPECT_EQ(found.topics[1].best, 1u);
  EXPECT_NEAR(found.worst, std::sqrt(0.5), 1e-7);
  EXPECT_NEAR(found.mean, (1 + std::sqrt(0.5)) / 2, 1e-7);
  // One to one, only one of them has topic 1.
  EXPECT_NEAR(found.topics[0].assigned_cosine + found.topics[1].assigned_cosine, 1, 1e-7);
  EXPECT_NEAR(found.assigned_worst, 0, 1e-7);
  EXPECT_EQ(to_json(found).at("topics").size(), 3u);
}

double sum_of(const std::vector<double>& values, std::size_t columns,
              const std::vector<std::size_t>& assigned) {
  double sum = 0;
  for (std::size_t row = 0; row < assigned.size(); ++row)
    if (assigned[row] < columns) sum += values[row * columns + assigned[row]];
  return sum;
}

// The best sum by trying all orders of the longer side.
double best_sum(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
  std::vector<std::size_t> order(std::max(rows, columns));
  std::iota(order.begin(), order.end(), 0);
  double best = 0;
  do {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(rows, columns); ++i)
      sum += rows <= columns ? values[i * columns + order[i]] : values[order[i] * columns + i];
    best = std::max(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(BestAssignment, HasTheLargestSumOfAll) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  for (int round = 0; round < 60; ++round) {
    const std::size_t rows = 1 + stream.below(6), columns = 1 + stream.below(6);
    std::vector<double> values(rows * columns);
    // Few levels, so that there are ties.
    for (double& value : values) value = static_cast<double>(stream.below(8)) / 8;
    const auto assigned = best_assignment(values, rows, columns);
    ASSERT_EQ(assigned.size(), rows);
    std::vector<std::size_t> taken;
    for (const std::size_t column : assigned)
      if (column < columns) taken.push_back(column);
    std::sort(taken.begin(), taken.end());
    EXPECT_EQ(std::unique(taken.begin(), taken.end()), taken.end());
    EXPECT_EQ(taken.size(), std::min(rows, columns));
    EXPECT_NEAR(sum_of(values, columns, assigned), best_sum(values, rows, columns), 1e-12);
  }
}

}  // namespace
}  // namespace dplda
