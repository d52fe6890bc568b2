#include "corpus/dirichlet.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace dplda {
namespace {

// Mean and variance of a gamma draw are its shape; the mean of 40,000 draws deviates by less than
// 5 sqrt(shape / 40000), the variance by less than 5 sqrt((2 shape^2 + 6 shape) / 40000).
TEST(GammaDraw, HasTheMeanAndVarianceOfItsShape) {
  const RandomStreams random(key_from_seed(2));
  constexpr int kDraws = 40000;
  for (const double shape : {0.1, 0.7, 1.0, 3.5, 50.0}) {
    RandomStream stream(random, Purpose::kSynthetic, 0, static_cast<std::uint64_t>(shape * 10));
    double sum = 0, square = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double x = std::exp(log_gamma_draw(shape, stream));
      sum += x;
      square += (x - shape) * (x - shape);
    }
    EXPECT_NEAR(sum / kDraws, shape, 5 * std::sqrt(shape / kDraws));
    EXPECT_NEAR(square / kDraws, shape, 5 * std::sqrt((2 * shape * shape + 6 * shape) / kDraws));
  }
}

TEST(DirichletDraw, OfTinyParametersStillSumsToOne) {
  const RandomStreams random(key_from_seed(3));
  RandomStream stream(random, Purpose::kSynthetic);
  for (int i = 0; i < 100; ++i) {
    std::array<double, 4> shares{1e-6, 1e-6, 1e-6, 1e-6};
    dirichlet_draw(shares, stream);
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
  }
}

}  // namespace
}  // namespace dplda
