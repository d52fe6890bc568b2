#include "privacy/randomized_response.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/errors.h"
#include "base/simd.h"
#include "reference/decimal.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

using Wide = unsigned __int128;

constexpr std::array kEpsilons = {0x1p-10, 0.01, 0.1, 0.5, 1.0,  1.886,  2.0,
                                  3.0,     4.0,  5.0, 8.0, 20.0, 39.999, 40.0};

TEST(RandomizedResponse, TheThresholdIsTheProbabilityRoundedUp) {
  std::vector<std::vector<Wide>> lines;
  for (const double epsilon : kEpsilons) {
    const auto scaled = static_cast<Wide>(std::ldexp(epsilon, 62));  // a whole number
    lines.push_back({scaled, RandomizedResponse(epsilon).threshold()});
  }
  EXPECT_TRUE(test::holds_in_decimals(R"(
for epsilon, threshold in lines:
  v = exp_minus(epsilon, 2**62)
  assert threshold == (2**64 * v / (1 + v)).to_integral_value(ROUND_CEILING)
)",
                                      lines));
}

TEST(RandomizedResponse, ClaimsTheThresholdInUseAndNeverLess) {
  for (const double epsilon : kEpsilons) {
    const RandomizedResponse response(epsilon);
    const auto t = static_cast<long double>(response.threshold());
    const long double exact = std::log1p((0x1p64L - 2 * t) / t);
    EXPECT_GT(response.epsilon(), exact) << epsilon;
    EXPECT_NEAR(response.epsilon(), static_cast<double>(exact), 1e-12 * epsilon);
    // Above 2^10 steps of the grid, the grid costs less than a thousandth.
    if (t > 1024) {
      EXPECT_NEAR(response.epsilon(), epsilon, 1e-3);
    }
    EXPECT_LT(response.epsilon(), epsilon * (1 + 0x1p-40));
  }
}

TEST(RandomizedResponse, BitsAddUp) {
  const Mechanism mechanism = RandomizedResponse(0.5).mechanism(100);
  EXPECT_NEAR(mechanism.loss.epsilon, 50, 1e-9);
  EXPECT_GE(mechanism.loss.epsilon, 50);
  EXPECT_NEAR(mechanism.loss.rho, 100 * 0.5 * std::tanh(0.25), 1e-9);
  EXPECT_EQ(mechanism.replaced, mechanism.loss);
  EXPECT_EQ(RandomizedResponse(0.5).mechanism(0).loss, PrivacyLoss{});
  // A fair coin tells nothing.
  EXPECT_EQ(randomized_response_mechanism(std::uint64_t{1} << 63, 5).loss, PrivacyLoss{});
}

TEST(RandomizedResponse, EveryBitHasADrawOfItsOwn) {
  const Streams streams(key_from_seed(1));
  const RandomizedResponse response(1);
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    std::array<std::uint64_t, 3> words = {0, ~std::uint64_t{0}, 0x123456789abcdef};
    const std::array<std::uint64_t, 3> before = words;
    const StreamPosition at{.purpose = Purpose::kNoise, .document = 9, .position = 16};
    response.perturb(words, streams, at);
    for (std::size_t i = 0; i < 64 * words.size(); ++i) {
      StreamPosition bit = at;
      bit.position += i;
      const bool flipped = ((words[i / 64] ^ before[i / 64]) >> i % 64 & 1) == 1;
      ASSERT_EQ(flipped, streams.draw(bit) < response.threshold()) << set << ' ' << i;
    }
  }
  use_instruction_set("best");
}

TEST(RandomizedResponse, FlipsWithItsProbability) {
  const Streams streams(key_from_seed(2));
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    const RandomizedResponse response(epsilon);
    std::vector<std::uint64_t> words(20000);
    response.perturb(words, streams, {.purpose = Purpose::kNoise});
    std::uint64_t flips = 0;
    for (const std::uint64_t word : words) flips += static_cast<std::uint64_t>(std::popcount(word));
    const std::array<std::uint64_t, 2> counts = {flips, 64 * words.size() - flips};
    const auto p_value = [&](double e) {
      const double p = 1 / (1 + std::exp(e));
      return test::chi_square_p_value(counts, std::array{p, 1 - p});
    };
    // 1.28 million bits: an epsilon that is 0.05 off is 8 standard deviations or more away.
    EXPECT_GT(p_value(epsilon), 1e-6) << epsilon;
    EXPECT_LT(p_value(epsilon + 0.05), 1e-6) << epsilon;
  }
}

TEST(RandomizedResponse, RefusesEpsilonsOutsideItsLimits) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double epsilon : {0.0, -1.0, 0x1p-11, 41.0, infinity, std::nan("")}) {
    EXPECT_THROW(RandomizedResponse{epsilon}, InputError) << epsilon;
  }
}

}  // namespace
}  // namespace dplda
