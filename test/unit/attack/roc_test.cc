#include "attack/roc.h"

#include <gtest/gtest.h>

#include <vector>

namespace dplda {
namespace {

TEST(Roc, CountsPairsAtOrAboveEachThreshold) {
  // Scores 3 (member), 2 (both), 1 (other): AUC = (1 + 1 + 1/2 + 1) / 4.
  const std::vector<ScoredPair> pairs = {{.score = 3, .model = 0, .document = 0, .member = true},
                                         {.score = 2, .model = 0, .document = 1, .member = true},
                                         {.score = 2, .model = 1, .document = 0, .member = false},
                                         {.score = 1, .model = 1, .document = 1, .member = false}};
  const std::vector<std::uint32_t> ones = {1, 1};
  const auto roc = weighted_roc(pairs, ones, ones);
  EXPECT_DOUBLE_EQ(area_under(roc), 3.5 / 4);
  EXPECT_EQ(true_positives_at(roc, 0.49), 0.5);
  EXPECT_EQ(true_positives_at(roc, 0.5), 1.0);
  // Document 0 twice, document 1 never: what is left is told apart.
  const auto heavy = weighted_roc(pairs, ones, std::vector<std::uint32_t>{2, 0});
  EXPECT_DOUBLE_EQ(area_under(heavy), 1);
  EXPECT_DOUBLE_EQ(area_under(weighted_roc(pairs, std::vector<std::uint32_t>{2, 0}, ones)), 0.5);
}

}  // namespace
}  // namespace dplda
