// The dense kernel against a plain draw: every width of weights and sums, every instruction set.
#include "lda/kernels/dense.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/errors.h"
#include "base/simd.h"
#include "lda/snapshot.h"

namespace dplda {
namespace {

struct Case {
  std::size_t topics;
  std::uint32_t largest;
  std::uint64_t most_base;
  std::uint64_t longest;
};

struct World {
  SnapshotLaw law;
  TokenSequences tokens;
  std::vector<Topic> topics;
};

World made_world(const Case& c, std::uint64_t seed) {
  constexpr std::uint32_t kWords = 9;
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<std::uint64_t> base;
  std::vector<std::uint64_t> step;
  for (std::size_t k = 0; k < c.topics; ++k) {
    base.push_back(1 + stream.below(c.most_base));
    step.push_back(stream.below(c.most_base));
  }
  SnapshotLaw law(kWords, base, step, c.largest);
  for (std::uint32_t word = 0; word < kWords; ++word) {
    for (std::size_t k = 0; k < c.topics; ++k)
      law.set_weight(word, k,
                     stream.below(3) == 0
                         ? c.largest
                         : static_cast<std::uint32_t>(1 + stream.below(c.largest)));
  }
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  std::vector<Topic> topics;
  for (std::uint64_t m = 0; m < 41; ++m) {
    const std::uint64_t length = m == 20 ? c.longest : stream.below(20) == 0 ? 0 : stream.below(30);
    for (std::uint64_t j = 0; j < std::min(length, c.longest); ++j) {
      words.push_back(static_cast<std::uint32_t>(stream.below(kWords)));
      topics.push_back(static_cast<Topic>(stream.below(c.topics)));
    }
    offsets.push_back(words.size());
  }
  return {std::move(law), TokenSequences(offsets, words, kWords), std::move(topics)};
}

// Draws by adding up weights in ascending order.
std::vector<Topic> naive_sweep(const World& world, const RandomStreams& random, RandomPosition at,
                               int* rejected = nullptr) {
  using Wide = unsigned __int128;
  const SnapshotLaw& law = world.law;
  std::vector<Topic> topics = world.topics;
  for (std::uint64_t m = 0; m < world.tokens.documents(); ++m) {
    std::vector<std::uint64_t> counts(law.topics());
    Topic* drawn = topics.data() + world.tokens.begin(m);
    for (std::uint64_t j = 0; j < world.tokens.length(m); ++j) ++counts[drawn[j]];
    for (std::uint64_t j = 0; j < world.tokens.length(m); ++j) {
      --counts[drawn[j]];
      const auto weight = [&](std::size_t k) {
        return Wide{law.weight(world.tokens.document(m)[j], k)} *
               (law.base()[k] + law.step()[k] * counts[k]);
      };
      Wide total = 0;
      for (std::size_t k = 0; k < law.topics(); ++k) total += weight(k);
      at.document = m;
      at.position = j;
      at.retry = 0;
      std::uint64_t target;
      while (!uniform_below(random.draw(at), static_cast<std::uint64_t>(total), target)) {
        ++at.retry;
        if (rejected != nullptr) ++*rejected;
      }
      std::size_t k = 0;
      for (Wide passed = weight(0); passed <= target; passed += weight(++k)) {
      }
      drawn[j] = static_cast<Topic>(k);
      ++counts[k];
    }
  }
  return topics;
}

TEST(DenseKernel, EqualsThePlainDrawForEveryWidthInstructionSetAndThreadCount) {
  const Case cases[] = {
      // Weights of a byte, sums of 31 bits, except in the longest document.
      {1, 255, 1000, 9},
      {3, 149, 3000, 300},
      {50, 149, 3000, 300},
      {64, 149, 3000, 3000},
      {65, 149, 900, 3000},
      {200, 255, 300, 40},
      {1000, 149, 300, 40},
      {2100, 149, 70, 40},
      // Of two bytes.
      {2, 65535, 100, 200},
      {50, 742, 3000, 300},
      {100, 40000, 10, 100},
      {700, 300, 100, 40},
      // Of four, where 31 bits are enough, and where they are not.
      {50, 100000, 10, 20},
      {16, 2147483647, 1000000, 300},
      {50, 2147483647, 1000000, 40},
      {70, 4294967295, 100000, 40},
      {300, 2147483647, 1000, 40},
  };
  const RandomPosition at{.purpose = Purpose::kTopic, .sweep = 3};
  const RandomStreams random(key_from_seed(6));
  ThreadPool one(1);
  ThreadPool three(3);
  for (const Case& c : cases) {
    const World world = made_world(c, c.topics);
    world.law.check_range(world.tokens.longest());
    const std::vector<Topic> expected = naive_sweep(world, random, at);
    for (const std::string& set : instruction_sets()) {
      use_instruction_set(set);
      for (ThreadPool* pool : {&one, &three}) {
        std::vector<Topic> topics = world.topics;
        snapshot_sweep(world.law, world.tokens, topics, random, at, *pool);
        EXPECT_EQ(topics, expected) << set << ", " << c.topics << " topics, weights up to "
                                    << c.largest << ", " << pool->threads() << " threads";
      }
    }
    use_instruction_set("best");
  }
}

// A total just above 2^62 rejects a quarter of all draws: the retries are those of the plain draw.
TEST(DenseKernel, RejectedDrawsAreDrawnAgainAsThePlainOnesAre) {
  World world = made_world({.topics = 2, .largest = 2147483647, .most_base = 1, .longest = 300}, 1);
  const std::vector<std::uint64_t> base = {1500000000, 1400000001};
  world.law.set_factors(base, std::vector<std::uint64_t>{0, 1});
  world.law.check_range(world.tokens.longest());
  const RandomStreams random(key_from_seed(9));
  const RandomPosition at{.purpose = Purpose::kTopic, .sweep = 1};
  ThreadPool pool(1);
  std::vector<Topic> topics = world.topics;
  snapshot_sweep(world.law, world.tokens, topics, random, at, pool);
  int rejected = 0;
  EXPECT_EQ(topics, naive_sweep(world, random, at, &rejected));
  EXPECT_GT(rejected, 50);
}

// Narrow sums reject one draw in 2^33 or fewer: the draws at the edge are made by hand.
TEST(DenseKernel, NarrowDrawsAreRejectedExactlyWherePlainOnesAre) {
  constexpr std::uint32_t kAgain = 4000000000;
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const std::uint64_t total : {1ULL, 3ULL, 149ULL, 1000001ULL, 2147483647ULL}) {
      // total * inverse = 1 modulo 2^64, by Newton's steps; total is odd.
      std::uint64_t inverse = total;
      for (int i = 0; i < 6; ++i) inverse *= 2 - total * inverse;
      const std::uint64_t rejected = (0 - total) % total;  // of the lowest 64 bits of x * total
      for (const std::uint64_t low : {std::uint64_t{0}, rejected - 1, rejected, rejected + 1, total,
                                      std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
        const std::uint64_t x = low * inverse;
        std::uint64_t expected;
        if (!uniform_below(x, total, expected)) expected = kAgain;
        EXPECT_EQ(expected == kAgain, low < rejected);
        EXPECT_EQ(dense_target(static_cast<std::uint32_t>(total), x, kAgain), expected)
            << set << " " << total << " " << low;
      }
    }
  }
  use_instruction_set("best");
}

TEST(Kernel, IsChosenByTheNumberOfTopicsAloneUnlessItIsNamed) {
  EXPECT_EQ(kernel_for(KernelChoice::kAuto, 50, 50), Kernel::kDense);
  EXPECT_EQ(kernel_for(KernelChoice::kAuto, 51, 50), Kernel::kSparse);
  EXPECT_EQ(kernel_for(KernelChoice::kDense, 65535, 50), Kernel::kDense);
  EXPECT_EQ(kernel_for(KernelChoice::kSparse, 1, 50), Kernel::kSparse);
}

}  // namespace
}  // namespace dplda
