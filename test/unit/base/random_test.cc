#include "base/random.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <cstring>
#include <vector>

#include "base/simd.h"

namespace dplda {
namespace {

Key counting_key() {
  Key key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return key;
}

TEST(ChaCha20, BlockEqualsTheVectorOfRfc8439Section232) {
  // Key 00..1f, nonce 00:00:00:09:00:00:00:4a:00:00:00:00, block counter 1.
  std::array<std::uint32_t, 16> block;
  chacha20_block(counting_key(), {1, 0x09000000, 0x4a000000, 0}, block);
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

TEST(Streams, DrawsOfAnyLengthEqualSingleDrawsOnEveryInstructionSet) {
  const Streams streams(counting_key());
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const std::size_t blocks : {1u, 2u, 3u, 15u, 16u, 17u, 33u}) {
      StreamPosition at{.purpose = Purpose::kTopic,
                        .sweep = 9,
                        .document = (1ULL << 40) + 5,
                        .position = 24,
                        .retry = 2};
      std::vector<std::uint64_t> many(8 * blocks);
      streams.draws(at, many);
      for (const std::uint64_t value : many) {
        ASSERT_EQ(value, streams.draw(at)) << set << " position " << at.position;
        ++at.position;
      }
    }
  }
  use_instruction_set("best");
}

TEST(Streams, EveryFieldOfAPositionMovesTheDraw) {
  const Streams streams(counting_key());
  const StreamPosition at{
      .purpose = Purpose::kTopic, .sweep = 1, .document = 2, .position = 3, .retry = 0};
  std::vector<StreamPosition> others(6, at);
  others[0].purpose = Purpose::kInitialTopic;
  others[1].sweep = 2;
  others[2].document = 3;
  others[3].document = 2 + (1ULL << 32);
  others[4].position = 4;
  others[5].retry = 1;
  for (const StreamPosition& other : others) EXPECT_NE(streams.draw(at), streams.draw(other));
}

TEST(Keys, DerivedKeysDifferByKeyAndByUse) {
  EXPECT_NE(key_from_seed(1), key_from_seed(2));
  EXPECT_EQ(key_from_seed(1), key_from_seed(1));
  EXPECT_NE(derived_key(counting_key(), "a"), derived_key(counting_key(), "b"));
  EXPECT_NE(derived_key(counting_key(), "a"), derived_key(key_from_seed(1), "a"));
  EXPECT_NE(random_key(), random_key());
}

// With bound 3 * 2^62 a quarter of all x is rejected; each accepted result must then be equally
// likely in thirds of the range. 30,000 accepted draws: standard deviation of a third's share is
// sqrt(2/9 / 30000) = 0.0027; 5 of them = 0.0136.
TEST(UniformBelow, RejectsExactlyWhatWouldMakeItUneven) {
  const std::uint64_t bound = 3ULL << 62;
  const Streams streams(counting_key());
  Stream stream(streams, Purpose::kSynthetic);
  std::array<int, 3> thirds{};
  int rejected = 0;
  const int wanted = 30000;
  for (int accepted = 0; accepted < wanted;) {
    std::uint64_t result;
    if (!uniform_below(stream.next(), bound, result)) {
      ++rejected;
      continue;
    }
    ++thirds[result >> 62];
    ++accepted;
  }
  for (const int count : thirds) EXPECT_NEAR(count / double(wanted), 1.0 / 3, 0.0136);
  // Rejected per accepted: mean 1/3, variance (1/4)/(9/16) = 4/9; 5 sd of the mean = 5 * 0.667 /
  // sqrt(30000) = 0.0193.
  EXPECT_NEAR(rejected / double(wanted), 1.0 / 3, 0.0193);
}

// The whole law on an 8-bit analogue: for every bound, uniform_below's method accepts each result
// equally often.
TEST(UniformBelow, SmallBoundsStayBelowTheBound) {
  const Streams streams(counting_key());
  Stream stream(streams, Purpose::kSynthetic);
  for (std::uint64_t bound = 1; bound < 50; ++bound) {
    std::vector<bool> seen(bound, false);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t value = stream.below(bound);
      ASSERT_LT(value, bound);
      seen[value] = true;
    }
    // A value is missed with probability (1-1/49)^2000 < 1e-17.
    for (const bool hit : seen) EXPECT_TRUE(hit);
  }
}

}  // namespace
}  // namespace dplda
