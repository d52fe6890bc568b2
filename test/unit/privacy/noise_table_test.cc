#include "privacy/noise_table.h"

#include <gtest/gtest.h>

#include <array>

#include "base/errors.h"
#include "base/simd.h"
#include "reference/decimal.h"

namespace dplda {
namespace {

struct Law {
  std::uint64_t power;  // P(x) ~ exp(-|x|^power numerator / denominator)
  std::uint64_t numerator;
  std::uint64_t denominator;

  std::vector<Wide> thresholds(int tail_bits = kTailBits) const {
    return noise_thresholds(
        [this](std::uint64_t m) { return Wide{numerator} * (power == 1 ? m : m * m); }, denominator,
        tail_bits);
  }
};

// The scales of the laws' own tests, and the largest that have a table.
const std::vector<Law> kLaws = {
    {1, 16, 1},    {1, 4, 1},          {1, 2, 1},           {1, 1, 1},       {1, 1, 2},
    {1, 1, 20},    {1, 2, 401},        {1, 3, 2560},        {2, 2, 1},       {2, 1, 2},
    {2, 50, 1369}, {2, 1250, 1247689}, {2, 25, 2 * 538756}, {2, 1, 2000000}, {2, 1, 50000000}};

// The bound that docs/noise.md derives, 2^-71, is below the one that is charged.
TEST(NoiseThresholds, EveryProbabilityIsWithinTheDerivedErrorOfItsLaw) {
  static_assert(kTableError >= 0x1p-71);
  std::vector<std::vector<Wide>> lines;
  for (const Law& law : kLaws) {
    std::vector<Wide> line = {law.power, law.numerator, law.denominator};
    const std::vector<Wide> thresholds = law.thresholds();
    ASSERT_FALSE(thresholds.empty()) << law.denominator;
    line.insert(line.end(), thresholds.begin(), thresholds.end());
    lines.push_back(line);
  }
  EXPECT_TRUE(test::holds_in_decimals(R"(
bound = Decimal(2) ** -71
for power, n, d, *thresholds in lines:
  weights, ratio, bend = [Decimal(1)], exp_minus(n, d), exp_minus(2 * n, d) if power == 2 else 1
  while weights[-1] > Decimal(10) ** -50:
    weights.append(weights[-1] * ratio)
    ratio *= bend
  total = 2 * sum(weights[1:]) + 1
  tails = [Decimal(t) / 2**127 for t in thresholds]
  drawn = [a - b for a, b in zip([Decimal(1)] + tails, tails)]
  law = [(2 if m else 1) * w / total for m, w in enumerate(weights)]
  for run, exact in zip(drawn, law): assert abs(run / exact - 1) < bound
  rest = sum(law[len(tails):])
  assert abs(tails[-1] / rest - 1) < bound
  assert 2**-30 <= tails[-1] and sum(law[len(tails) + 1:]) < 2**-30
)",
                                      lines));
}

TEST(NoiseThresholds, EndWhereToldAndAreNoneForWideLaws) {
  const Law law{1, 1, 2};
  EXPECT_TRUE(law.thresholds(0).empty());
  const std::vector<Wide> all = law.thresholds();
  const std::vector<Wide> few = law.thresholds(3);
  ASSERT_LT(few.size(), all.size());
  EXPECT_EQ(few, std::vector<Wide>(all.begin(), all.begin() + static_cast<long>(few.size())));
  EXPECT_GE(few.back(), Wide{1} << 124);
  EXPECT_LT(all[few.size()], Wide{1} << 124);
  EXPECT_TRUE((Law{1, 1, 1000}.thresholds().empty()));
  EXPECT_TRUE((Law{2, 1, 80000000}.thresholds().empty()));
}

constexpr std::uint64_t kTailMark = 1000000;

NoiseTable marked_table(const std::vector<Wide>& thresholds) {
  return {thresholds, [](std::uint64_t first, Stream&) { return kTailMark + first; }};
}

// What a draw is, without a guide: the number of thresholds above 127 random bits, signed.
std::int32_t naive_draw(const std::vector<Wide>& thresholds, const Streams& streams,
                        StreamPosition at) {
  const std::uint64_t word = streams.draw(at);
  at.retry = 1;
  const Wide draw = Wide{word >> 1} << 64 | streams.draw(at);
  std::uint64_t magnitude = 0;
  while (magnitude < thresholds.size() && draw < thresholds[magnitude]) ++magnitude;
  if (magnitude == thresholds.size()) magnitude += kTailMark;
  const auto value = static_cast<std::int32_t>(magnitude);
  return (word & 1) == 1 ? -value : value;
}

TEST(NoiseTable, DrawsTheNumberOfThresholdsAboveOnEveryInstructionSet) {
  const Streams streams(key_from_seed(1));
  const StreamPosition at{.purpose = Purpose::kNoise, .sweep = 3, .document = 0xfffffff0};
  for (const int tail_bits : {0, 4, kTailBits}) {
    for (const Law& law : kLaws) {
      const std::vector<Wide> thresholds = law.thresholds(tail_bits);
      const NoiseTable table = marked_table(thresholds);
      for (const std::string& set : instruction_sets()) {
        use_instruction_set(set);
        std::array<std::int32_t, 300> row;
        table.draw(row, streams, at);
        for (std::size_t k = 0; k < row.size(); ++k) {
          StreamPosition cell = at;
          cell.position = k;
          ASSERT_EQ(row[k], naive_draw(thresholds, streams, cell)) << set << ' ' << k;
        }
      }
    }
  }
  use_instruction_set("best");
}

TEST(NoiseTable, ACellDoesNotDependOnTheLengthOfItsRow) {
  const Streams streams(key_from_seed(2));
  const NoiseTable table = marked_table(kLaws[4].thresholds());
  const StreamPosition at{.purpose = Purpose::kNoise, .document = 7};
  std::vector<std::int32_t> whole(1000);
  table.draw(whole, streams, at);
  for (const std::size_t cells : {0u, 1u, 7u, 8u, 50u, 127u, 128u, 129u, 999u}) {
    std::vector<std::int32_t> row(cells);
    table.draw(row, streams, at);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), whole.begin())) << cells;
  }
}

// A draw whose first 63 bits equal a threshold's has probability 2^-63: the thresholds are made to
// meet a draw that is known.
TEST(NoiseTable, TiesAreSettledByTheNext64Bits) {
  const Streams streams(key_from_seed(3));
  StreamPosition at{.purpose = Purpose::kNoise, .document = 5, .position = 11};
  const std::uint64_t word = streams.draw(at);
  at.retry = 1;
  const Wide draw = Wide{word >> 1} << 64 | streams.draw(at);
  const Wide above = (Wide{1} << 127) - 1;
  const auto drawn = [&](const std::vector<Wide>& thresholds) {
    std::array<std::int32_t, 16> row;
    marked_table(thresholds).draw(row, streams, {.purpose = Purpose::kNoise, .document = 5});
    return row[11] * ((word & 1) == 1 ? -1 : 1);
  };
  EXPECT_EQ(drawn({above, draw + 1, 1}), 2);
  EXPECT_EQ(drawn({above, draw, 1}), 1);
  EXPECT_EQ(drawn({above, draw - 1, 1}), 1);
  EXPECT_EQ(drawn({above, draw + 2, draw + 1, draw, draw - 1}), 3);
  // Beyond the last threshold by the second word alone.
  EXPECT_EQ(drawn({above, draw + 1}), static_cast<std::int32_t>(kTailMark + 2));
}

TEST(NoiseTable, RefusesRowsThatHaveNoPlaceInTheStream) {
  const Streams streams(key_from_seed(4));
  const NoiseTable table = marked_table({1});
  std::vector<std::int32_t> row(65537);
  EXPECT_THROW(table.draw(row, streams, {.purpose = Purpose::kNoise}), InputError);
  row.resize(65536);
  EXPECT_NO_THROW(table.draw(row, streams, {.purpose = Purpose::kNoise}));
  EXPECT_THROW(
      table.draw(row, streams, {.purpose = Purpose::kNoise, .document = std::uint64_t{1} << 32}),
      InputError);
}

TEST(NoiseTable, AMagnitudePast32BitsIsNotWrapped) {
  const Streams streams(key_from_seed(5));
  const NoiseTable table({}, [](std::uint64_t, Stream&) { return std::uint64_t{1} << 31; });
  std::array<std::int32_t, 1> row;
  EXPECT_THROW(table.draw(row, streams, {.purpose = Purpose::kNoise}), SystemError);
}

}  // namespace
}  // namespace dplda
