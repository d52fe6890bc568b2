#include "base/chacha.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/simd.h"

namespace dplda {
namespace {

TEST(ChaCha20, ScatteredBlocksEqualTheDrawsOfTheirPositionsOnEveryInstructionSet) {
  const Key key = key_from_seed(1);
  const Streams streams(key);
  StreamPosition at{
      .purpose = Purpose::kNoise, .sweep = 7, .document = std::uint64_t{3} << 32, .retry = 2};
  std::vector<BlockPlace> places;
  for (std::uint32_t i = 0; i < 35; ++i) places.push_back({i * i, 0xfffffff0u + i});
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const std::size_t count : {0u, 1u, 4u, 15u, 16u, 17u, 35u}) {
      std::vector<std::uint64_t> blocks(8 * count + 1, 5);
      chacha20_blocks_at(key, at, std::span(places).first(count),
                         std::span(blocks).first(8 * count));
      EXPECT_EQ(blocks.back(), 5u) << "written past the end";
      for (std::size_t i = 0; i < count; ++i) {
        StreamPosition place = at;
        place.document |= places[i].document;
        place.position = 8 * std::uint64_t{places[i].counter};
        std::array<std::uint64_t, 8> expected;
        streams.draws(place, expected);
        EXPECT_EQ(expected[3], streams.draw({.purpose = place.purpose,
                                             .sweep = place.sweep,
                                             .document = place.document,
                                             .position = place.position + 3,
                                             .retry = place.retry}));
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), &blocks[8 * i])) << set << i;
      }
    }
  }
  use_instruction_set("best");
}

}  // namespace
}  // namespace dplda
