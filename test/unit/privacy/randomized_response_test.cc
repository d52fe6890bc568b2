#include "privacy/randomized_response.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/errors.h"
#include "base/simd.h"
#include "reference/decimal.h"
#include "reference/naive_response.h"
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

constexpr RandomPosition kAt{
    .purpose = Purpose::kNoise, .sweep = 3, .document = std::uint64_t{5} << 33, .position = 16};

// The ends of the range, short and long runs of equal digits, and numbers that a lane equals to the
// last digit, or misses by one.
std::vector<std::uint64_t> telling_thresholds(const RandomStreams& random) {
  const std::uint64_t half = std::uint64_t{1} << 63;
  std::vector<std::uint64_t> thresholds = {1,
                                           2,
                                           255,
                                           256,
                                           0x0000ffff0000ffff,
                                           0x00ffffffffffffff,
                                           0x0100000000000000,
                                           half - 1,
                                           half,
                                           half / 2,
                                           0x5555555555555555,
                                           0x7fffff0000000001,
                                           0x00000000ffffffff};
  for (const double epsilon : kEpsilons)
    thresholds.push_back(RandomizedResponse(epsilon).threshold());
  for (const std::size_t word : {0, 70, 199}) {
    unsigned bit = 0;
    while (test::naive_uniform(random, kAt, word, bit) >= half) ++bit;
    const std::uint64_t uniform = test::naive_uniform(random, kAt, word, bit);
    thresholds.insert(thresholds.end(), {uniform, uniform + 1});
  }
  return thresholds;
}

TEST(RandomizedResponse, EqualsTheNaiveVersionOnEveryInstructionSet) {
  const RandomStreams random(key_from_seed(1));
  for (const std::uint64_t threshold : telling_thresholds(random)) {
    const auto response = RandomizedResponse::with_threshold(threshold);
    EXPECT_EQ(response.threshold(), threshold);
    // A word's flips do not depend on how long its row is.
    const std::vector<std::uint64_t> flips = test::naive_flips(200, threshold, random, kAt);
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      for (std::size_t length = 1; length <= 200; ++length) {
        std::vector<std::uint64_t> words(length);
        for (std::size_t j = 0; j < length; ++j) words[j] = 0x123456789abcdef * j;
        response.perturb(words, random, kAt);
        for (std::size_t j = 0; j < length; ++j)
          ASSERT_EQ(words[j], flips[j] ^ 0x123456789abcdef * j)
              << set << ' ' << threshold << ' ' << j;
      }
    }
  }
  use_instruction_set("best");
}

// The flips of `rows` documents of `words` words each.
std::vector<std::uint64_t> many_flips(const RandomizedResponse& response, std::size_t rows,
                                      std::size_t words) {
  const RandomStreams random(key_from_seed(2));
  std::vector<std::uint64_t> flips(rows * words);
  for (std::size_t row = 0; row < rows; ++row)
    response.perturb(std::span(flips).subspan(row * words, words), random,
                     {.purpose = Purpose::kNoise, .document = row});
  return flips;
}

double probability_of(const RandomizedResponse& response) {
  return static_cast<double>(response.threshold()) * 0x1p-64;
}

TEST(RandomizedResponse, FlipsEveryPositionWithItsProbability) {
  constexpr std::size_t kWords = 3;
  constexpr std::size_t kRows = 300'000;
  for (const double epsilon : {0.1, 0.5, 1.0, 3.0, 4.0}) {
    const RandomizedResponse response(epsilon);
    std::array<std::uint64_t, 64 * kWords> counts{};
    const std::vector<std::uint64_t> flips = many_flips(response, kRows, kWords);
    for (std::size_t i = 0; i < 64 * flips.size(); ++i)
      counts[i % counts.size()] += flips[i / 64] >> i % 64 & 1;
    const double p = probability_of(response);
    double statistic = 0;
    std::uint64_t all = 0;
    for (const std::uint64_t count : counts) {
      all += count;
      statistic += std::pow(static_cast<double>(count) - kRows * p, 2) / (kRows * p * (1 - p));
    }
    EXPECT_GT(test::chi_square_tail(statistic, counts.size()), 1e-6) << epsilon;
    // 57.6 million bits: a probability that is 1% off is 10 standard deviations or more away.
    const std::array<std::uint64_t, 2> totals = {all, 64 * flips.size() - all};
    const auto p_value = [&](double q) {
      return test::chi_square_p_value(totals, std::array{q, 1 - q});
    };
    EXPECT_GT(p_value(p), 1e-6) << epsilon;
    EXPECT_LT(p_value(1.01 * p), 1e-6) << epsilon;
    EXPECT_LT(p_value(0.99 * p), 1e-6) << epsilon;
  }
}

// A bit of every row, as a row of bits.
using Column = std::vector<std::uint64_t>;
std::vector<Column> columns_of(std::span<const std::uint64_t> flips, std::size_t words) {
  const std::size_t rows = flips.size() / words;
  std::vector<Column> columns(64 * words, Column((rows + 63) / 64));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      columns[i][row / 64] |= (flips[row * words + i / 64] >> i % 64 & 1) << row % 64;
  }
  return columns;
}

std::uint64_t common_bits(const Column& a, const Column& b) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    count += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
  return count;
}

// The sums over rows of (x - p)(y - p) for all pairs of bits are uncorrelated, have mean 0 and
// variance rows p^2 (1 - p)^2, and are nearly normal: their squares add up to a chi-square.
double pairs_p_value(std::span<const std::uint64_t> flips, std::size_t words, double p) {
  const auto rows = static_cast<double>(flips.size() / words);
  const std::vector<Column> columns = columns_of(flips, words);
  double statistic = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j, ++pairs) {
      const auto flipped = [&](std::size_t k) {
        return static_cast<double>(common_bits(columns[k], columns[k]));
      };
      const double sum = static_cast<double>(common_bits(columns[i], columns[j])) -
                         p * (flipped(i) + flipped(j)) + rows * p * p;
      statistic += sum * sum / (rows * p * p * (1 - p) * (1 - p));
    }
  }
  return test::chi_square_tail(statistic, pairs);
}

TEST(RandomizedResponse, FlipsBitsOfAWordAndOfNeighbouringWordsIndependently) {
  for (const double epsilon : {0.5, 2.0, 4.0}) {
    const RandomizedResponse response(epsilon);
    std::vector<std::uint64_t> flips = many_flips(response, 60'000, 2);
    EXPECT_GT(pairs_p_value(flips, 2, probability_of(response)), 1e-6) << epsilon;
    // The test sees it if one bit of the second word equals one of the first in a fifth of the
    // rows: the pair's sum has a mean of rows p (1 - p) / 5, 49 standard deviations, whose square
    // stands against a standard deviation of 128 in all.
    for (std::size_t row = 0; row < 60'000; row += 5)
      flips[2 * row + 1] = (flips[2 * row + 1] & ~std::uint64_t{1}) | (flips[2 * row] >> 5 & 1);
    EXPECT_LT(pairs_p_value(flips, 2, probability_of(response)), 1e-6) << epsilon;
  }
}

TEST(RandomizedResponse, RefusesEpsilonsOutsideItsLimits) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double epsilon : {0.0, -1.0, 0x1p-11, 41.0, infinity, std::nan("")}) {
    EXPECT_THROW(RandomizedResponse{epsilon}, InputError) << epsilon;
  }
  EXPECT_THROW(RandomizedResponse::with_threshold(0), InputError);
  EXPECT_THROW(RandomizedResponse::with_threshold((std::uint64_t{1} << 63) + 1), InputError);
}

}  // namespace
}  // namespace dplda
