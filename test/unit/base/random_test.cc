#include "base/random.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/simd.h"

namespace dplda {
namespace {

Key counting_key() {
  Key key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return key;
}

TEST(RandomStreams, DrawsOfAnyLengthEqualSingleDrawsOnEveryInstructionSet) {
  const RandomStreams random(counting_key());
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const std::size_t blocks : {1u, 2u, 3u, 15u, 16u, 17u, 33u}) {
      RandomPosition at{.purpose = Purpose::kTopic,
                        .sweep = 9,
                        .document = (1ULL << 40) + 5,
                        .position = 24,
                        .retry = 2};
      std::vector<std::uint64_t> many(8 * blocks);
      random.draws(at, many);
      for (const std::uint64_t value : many) {
        ASSERT_EQ(value, random.draw(at)) << set << " position " << at.position;
        ++at.position;
      }
    }
  }
  use_instruction_set("best");
}

TEST(RandomStreams, EveryFieldOfAPositionMovesTheDraw) {
  const RandomStreams random(counting_key());
  const RandomPosition at{
      .purpose = Purpose::kTopic, .sweep = 1, .document = 2, .position = 3, .retry = 0};
  std::vector<RandomPosition> others(6, at);
  others[0].purpose = Purpose::kInitialTopic;
  others[1].sweep = 2;
  others[2].document = 3;
  others[3].document = 2 + (1ULL << 32);
  others[4].position = 4;
  others[5].retry = 1;
  for (const RandomPosition& other : others) EXPECT_NE(random.draw(at), random.draw(other));
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
  const RandomStreams random(counting_key());
  RandomStream stream(random, Purpose::kSynthetic);
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
  const RandomStreams random(counting_key());
  RandomStream stream(random, Purpose::kSynthetic);
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
