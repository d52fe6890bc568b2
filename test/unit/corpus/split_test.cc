#include "corpus/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/errors.h"

namespace dplda {
namespace {

using Indices = std::vector<std::uint64_t>;

TEST(Split, FirstTakesTheFront) {
  const Split split = split_at(5, 3);
  EXPECT_EQ(split.train, (Indices{0, 1, 2}));
  EXPECT_EQ(split.test, (Indices{3, 4}));
}

TEST(Split, RandomPartsAreOrderedDisjointAndComplete) {
  const Split split = split_at_random(1000, 0.9, 7);
  EXPECT_EQ(split.train.size(), 900u);
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
  Indices all;
  std::merge(split.train.begin(), split.train.end(), split.test.begin(), split.test.end(),
             std::back_inserter(all));
  for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(all[i], i);
}

TEST(Split, RandomPartsDependOnTheSeedAlone) {
  EXPECT_EQ(split_at_random(1000, 0.5, 7).train, split_at_random(1000, 0.5, 7).train);
  EXPECT_NE(split_at_random(1000, 0.5, 7).train, split_at_random(1000, 0.5, 8).train);
}

TEST(Split, EveryDocumentIsTakenEquallyOften) {
  // 4000 draws of 3 of 10: a document is taken 1200 times on average, standard deviation
  // sqrt(4000 * 0.3 * 0.7) = 29; 6 of them on either side.
  std::vector<int> taken(10);
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    for (const auto index : split_at_random(10, 0.3, seed).train) ++taken[index];
  for (const int times : taken) EXPECT_NEAR(times, 1200, 174);
}

TEST(Split, RefusesAnEmptyPart) {
  EXPECT_THROW(split_at(5, 0), InputError);
  EXPECT_THROW(split_at(5, 5), InputError);
  EXPECT_THROW(split_at(5, 6), InputError);
  EXPECT_THROW(split_at_random(5, 0.05, 1), InputError);
  EXPECT_THROW(split_at_random(5, 0.95, 1), InputError);
  EXPECT_THROW(split_at_random(5, 1.5, 1), InputError);
}

}  // namespace
}  // namespace dplda
