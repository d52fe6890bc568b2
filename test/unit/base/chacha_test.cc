#include "base/chacha.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "base/simd.h"

namespace dplda {
namespace {

TEST(ChaCha20, BlockEqualsTheVectorOfRfc8439Section232) {
  // Key 00..1f, nonce 00:00:00:09:00:00:00:4a:00:00:00:00, block counter 1.
  Key key;
  std::iota(key.begin(), key.end(), std::uint8_t{0});
  std::array<std::uint32_t, 16> block;
  chacha20_block(key, {1, 0x09000000, 0x4a000000, 0}, block);
  const std::array<std::uint32_t, 16> expected = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                                  0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                                  0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                                  0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
  EXPECT_EQ(block, expected);
}

TEST(ChaCha20, BlocksEqualLibsodiumOnManyCounters) {
  const Key key = random_key();
  for (std::uint32_t i = 0; i < 200; ++i) {
    const std::array<std::uint32_t, 4> counter = {i * 77u, 0xdeadbeefu ^ i, i << 20, 3u | i << 8};
    std::array<std::uint32_t, 16> ours;
    chacha20_block(key, counter, ours);
    std::array<unsigned char, 64> theirs{};
    std::array<unsigned char, 12> nonce;
    std::memcpy(nonce.data(), &counter[1], nonce.size());
    crypto_stream_chacha20_ietf_xor_ic(theirs.data(), theirs.data(), theirs.size(), nonce.data(),
                                       counter[0], key.data());
    EXPECT_EQ(std::memcmp(ours.data(), theirs.data(), 64), 0) << i;
  }
}

TEST(ChaCha20, ScatteredBlocksEqualTheDrawsOfTheirPositionsOnEveryInstructionSet) {
  const Key key = key_from_seed(1);
  const RandomStreams random(key);
  RandomPosition at{
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
        RandomPosition place = at;
        place.document |= places[i].document;
        place.position = 8 * std::uint64_t{places[i].counter};
        std::array<std::uint64_t, 8> expected;
        random.draws(place, expected);
        EXPECT_EQ(expected[3], random.draw({.purpose = place.purpose,
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
