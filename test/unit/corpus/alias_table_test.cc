#include "corpus/alias_table.h"

#include <gtest/gtest.h>

#include <array>

#include "base/random.h"

namespace dplda {
namespace {

TEST(AliasTable, GivesEveryIndexItsShare) {
  const std::array<double, 5> weights{1, 0, 4, 2, 0.5};
  const AliasTable table(weights);
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  constexpr int kDraws = 100000;
  std::array<double, 5> seen{};
  for (int i = 0; i < kDraws; ++i) ++seen[table(stream.next())];
  EXPECT_EQ(seen[1], 0);
  // Five standard deviations of a share of 100,000 draws: at most 5 * 0.5 / sqrt(100000).
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(seen[i] / kDraws, weights[i] / 7.5, 0.008);
}

TEST(AliasTable, OfOneWeightGivesItsIndex) {
  const std::array<double, 3> weights{0, 1e-300, 0};
  const AliasTable table(weights);
  for (const std::uint64_t bits : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63})
    EXPECT_EQ(table(bits), 1u);
}

}  // namespace
}  // namespace dplda
