#include "attack/shadow_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

TEST(ShadowMembers, AreFairCoinsThatAnyoneCanRepeat) {
  constexpr std::uint64_t kDocuments = 10001;
  constexpr std::uint64_t kModels = 40;
  std::uint64_t members = 0;
  std::uint64_t agreements = 0;
  for (std::uint64_t i = 0; i < kModels; ++i) {
    const auto one = shadow_memberships(kDocuments, i, 7);
    const auto next = shadow_memberships(kDocuments, i + 1, 7);
    EXPECT_EQ(one, shadow_memberships(kDocuments, i, 7));
    EXPECT_NE(one, shadow_memberships(kDocuments, i, 8));
    members += std::accumulate(one.begin(), one.end(), std::uint64_t{0});
    for (std::uint64_t m = 0; m < kDocuments; ++m) agreements += one[m] == next[m] ? 1 : 0;
  }
  // Five standard deviations of a share of fair coins: 5 / (2 sqrt(n)).
  const double coins = double{kModels} * double{kDocuments};
  const double tolerance = 2.5 / std::sqrt(coins);
  EXPECT_NEAR(static_cast<double>(members) / coins, 0.5, tolerance);
  EXPECT_NEAR(static_cast<double>(agreements) / coins, 0.5, tolerance);
}

TEST(ShadowMembers, ListTheMemberships) {
  const auto memberships = shadow_memberships(100, 3, 1);
  std::vector<std::uint8_t> again(100);
  for (const std::uint64_t m : shadow_members(100, 3, 1)) again[m] = 1;
  EXPECT_EQ(again, memberships);
  // More documents leave the coins of the others as they are.
  const auto more = shadow_memberships(200, 3, 1);
  EXPECT_TRUE(std::equal(memberships.begin(), memberships.end(), more.begin()));
}

TEST(ShadowStatistics, AreOfEveryDocumentAndRepeatable) {
  const Corpus corpus = test::planted_corpus(5, 40, 20, 3);
  TrainOptions options = options_for("cgs");
  options->topics = 4;
  options->sweeps = 10;
  const auto one = shadow_statistics(corpus, options, 2, 9);
  EXPECT_EQ(one.size(), corpus.documents());
  options->threads = 3;
  EXPECT_EQ(shadow_statistics(corpus, options, 2, 9), one);
  EXPECT_NE(shadow_statistics(corpus, options, 3, 9), one);
  EXPECT_TRUE(shadow_statistics(corpus, options, 2, 9, [] { return true; }).empty());
}

// The attacker does not know the noise: no two models may have the same.
TEST(ShadowStatistics, NoTwoModelsShareTheirCoins) {
  TrainOptions options = options_for("doc");
  options->seed = 5;
  options->key_file = "k";
  const TrainOptions one = shadow_options(options, 1, 9);
  EXPECT_EQ(one->key_file, "");
  EXPECT_EQ(one->threads, 1);
  EXPECT_EQ(*one->seed, *shadow_options(options, 1, 9)->seed);
  EXPECT_NE(*one->seed, *shadow_options(options, 2, 9)->seed);
  EXPECT_NE(*one->seed, *shadow_options(options, 1, 10)->seed);
  EXPECT_NE(*one->seed, *options->seed);
}

}  // namespace
}  // namespace dplda
