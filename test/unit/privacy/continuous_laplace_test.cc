#include "privacy/continuous_laplace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/errors.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

TEST(ContinuousLaplace, FollowsItsLaw) {
  const RandomStreams random(key_from_seed(1));
  const ContinuousLaplace noise(2.5);
  // 40 ranges of equal probability by the law's distribution function.
  const auto p_value = [&](double scale) {
    std::array<std::uint64_t, 40> counts{};
    std::vector<double> row(100);
    for (std::uint64_t m = 0; m < 10000; ++m) {
      noise.draw(row, random, {.purpose = Purpose::kNoise, .document = m});
      for (const double x : row) {
        const double half = 0.5 * std::exp(-std::abs(x) / scale);
        ++counts[std::min<std::size_t>(39,
                                       static_cast<std::size_t>(40 * (x < 0 ? half : 1 - half)))];
      }
    }
    return test::chi_square_p_value(counts, std::vector<double>(40, 1.0 / 40));
  };
  EXPECT_GT(p_value(2.5), 1e-6);
  EXPECT_LT(p_value(2.5 * 1.02), 1e-6);
}

TEST(ContinuousLaplace, ACellDoesNotDependOnTheLengthOfItsRow) {
  const RandomStreams random(key_from_seed(2));
  const ContinuousLaplace noise(1);
  std::vector<double> whole(200);
  noise.draw(whole, random, {.purpose = Purpose::kNoise, .sweep = 3, .document = 4});
  for (const std::size_t cells : {0u, 1u, 50u, 64u, 65u}) {
    std::vector<double> row(cells);
    noise.draw(row, random, {.purpose = Purpose::kNoise, .sweep = 3, .document = 4});
    EXPECT_TRUE(std::equal(row.begin(), row.end(), whole.begin())) << cells;
  }
}

TEST(ContinuousLaplace, RefusesWhatIsNoScale) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double scale : {0.0, -1.0, infinity, std::nan("")}) {
    EXPECT_THROW(ContinuousLaplace{scale}, InputError) << scale;
  }
}

}  // namespace
}  // namespace dplda
