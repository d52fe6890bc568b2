#include "privacy/bounded_part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"

namespace dplda {
namespace {

std::uint64_t squares_of(const std::vector<std::uint32_t>& cells) {
  std::uint64_t sum = 0;
  for (const std::uint32_t cell : cells) sum += std::uint64_t{cell} * cell;
  return sum;
}

TEST(BoundedPart, NoSharesAreLongerThanTheBoundAndFewMuchShorter) {
  const RandomStreams random(key_from_seed(1));
  RandomStream draws(random, Purpose::kNoise);
  for (const std::uint32_t bound : {1U, 3U, 1000U, 65536U}) {
    const BoundedPart part(bound);
    EXPECT_EQ(part.squares(), std::uint64_t{bound} * bound);
    for (const std::size_t cells : {1, 2, 7, 64, 1000}) {
      for (int i = 0; i < 50; ++i) {
        std::vector<float> shares(cells);
        for (float& share : shares) share = static_cast<float>(draws.uniform());
        std::vector<std::uint32_t> whole;
        part.scale(shares, whole);
        EXPECT_LE(squares_of(whole), part.squares());
        // Rounding down takes less than one from each cell, and a step a thousandth of them.
        const double length = std::sqrt(static_cast<double>(squares_of(whole)));
        EXPECT_GE(length, bound * (1 - 0x1p-9) - std::sqrt(static_cast<double>(cells)));
      }
    }
  }
}

TEST(BoundedPart, StrangeSharesAreBoundedToo) {
  const BoundedPart part(1000);
  std::vector<std::uint32_t> whole;
  for (const std::vector<float>& shares :
       {std::vector<float>{}, std::vector<float>{0, 0}, std::vector<float>{1e-38F, 0},
        std::vector<float>{std::numeric_limits<float>::max(), 1},
        std::vector<float>(100, std::numeric_limits<float>::min())}) {
    part.scale(shares, whole);
    EXPECT_EQ(whole.size(), shares.size());
    EXPECT_LE(squares_of(whole), part.squares());
  }
}

TEST(BoundedPart, EqualCellsGetTheLargestWholeNumberThatFits) {
  for (const std::uint32_t bound : {1U, 7U, 1000U}) {
    const BoundedPart part(bound);
    EXPECT_EQ(part.of_equal(0), 0U);
    for (std::uint64_t cells = 1; cells < 3000; ++cells) {
      const std::uint64_t each = part.of_equal(cells);
      EXPECT_LE(cells * each * each, part.squares()) << cells;
      EXPECT_GT(cells * (each + 1) * (each + 1), part.squares()) << cells;
    }
  }
}

}  // namespace
}  // namespace dplda
