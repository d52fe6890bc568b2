#include "lda/kernels/sparse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/simd.h"
#include "reference/naive_sparse.h"

namespace dplda {
namespace {

// What a law's columns look like: how likely a cell is above the floor, in 1/1000, and by how much
// at most.
struct Shape {
  std::size_t topics;
  std::uint32_t words;
  std::uint32_t filled;
  std::uint64_t most;
  std::uint64_t largest_factor = 5;
};

SnapshotLaw made_law(const Shape& shape, std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<std::uint64_t> base(shape.topics);
  std::vector<std::uint64_t> step(shape.topics);
  std::vector<std::uint32_t> floor(shape.topics);
  for (std::size_t k = 0; k < shape.topics; ++k) {
    base[k] = 1 + stream.below(shape.largest_factor);
    step[k] = 1 + stream.below(shape.largest_factor);
    floor[k] = static_cast<std::uint32_t>(1 + stream.below(3));
  }
  SnapshotLaw law(shape.words, base, step, static_cast<std::uint32_t>(shape.most + 3));
  for (std::uint32_t word = 0; word < shape.words; ++word) {
    // The first word is all floor; the others are filled more and more from topic 0 on.
    for (std::size_t k = 0; k < shape.topics; ++k) {
      const bool above = word > 0 && stream.below(1000) < shape.filled + (k < 16u * word ? 200 : 0);
      law.set_weight(
          word, k,
          floor[k] + (above ? static_cast<std::uint32_t>(1 + stream.below(shape.most)) : 0));
    }
  }
  return law;
}

std::vector<Topic> made_topics(std::size_t tokens, std::size_t topics, std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic, 1);
  std::vector<Topic> result(tokens);
  for (Topic& topic : result) topic = static_cast<Topic>(stream.below(1 + stream.below(topics)));
  return result;
}

// Documents of 0, 1, 2, 3, 5, 8, ... tokens and one that is longer than a buffer of draws.
TokenSequences made_tokens(std::uint32_t words, std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic, 2);
  std::vector<std::uint64_t> offsets = {0};
  for (const std::uint64_t length : {0, 1, 2, 0, 3, 5, 8, 13, 520, 0, 40, 1, 1, 30, 0})
    offsets.push_back(offsets.back() + length);
  std::vector<std::uint32_t> ids(offsets.back());
  for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(stream.below(words));
  return {offsets, ids, words};
}

SparseLaw taken_apart(const SnapshotLaw& law) {
  ThreadPool pool(1);
  SparseLaw sparse;
  sparse.build(law, pool);
  return sparse;
}

// For each word: every number below the sum of the weights means a topic, topic k exactly W_k
// times.
void expect_exact_widths(const SnapshotLaw& law, const std::vector<Topic>& others) {
  std::vector<std::uint64_t> counts(law.topics());
  for (const Topic topic : others) ++counts[topic];
  const SparseLaw sparse = taken_apart(law);
  for (std::uint32_t word = 0; word < law.words(); ++word) {
    std::vector<std::uint64_t> expected(law.topics());
    for (std::size_t k = 0; k < law.topics(); ++k)
      expected[k] = law.weight(word, k) * (law.base()[k] + law.step()[k] * counts[k]);
    const SparseDraw draw(sparse, word, others);
    ASSERT_EQ(draw.total(), std::accumulate(expected.begin(), expected.end(), std::uint64_t{0}));
    std::vector<std::uint64_t> widths(law.topics());
    for (std::uint64_t x = 0; x < draw.total(); ++x) {
      const Topic topic = draw.topic(x);
      ASSERT_LT(topic, law.topics());
      ++widths[topic];
    }
    EXPECT_EQ(widths, expected) << "word " << word;
  }
}

class OnEveryInstructionSet : public testing::Test {
 protected:
  void TearDown() override { use_instruction_set("best"); }
};

using SparseDrawTest = OnEveryInstructionSet;
using SparseSweepTest = OnEveryInstructionSet;

const std::vector<Shape> kShapes = {{1, 3, 500, 4},    {2, 3, 300, 9},    {15, 4, 100, 20},
                                    {16, 4, 300, 20},  {17, 4, 50, 20},   {100, 6, 60, 30},
                                    {255, 5, 60, 9},   {257, 5, 900, 9},  {300, 8, 0, 9},
                                    {1000, 6, 50, 40}, {4100, 4, 30, 10}, {65535, 2, 1, 3}};

TEST_F(SparseDrawTest, EveryTopicIsMeantByExactlyAsManyNumbersAsItWeighs) {
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const Shape& shape : kShapes) {
      SCOPED_TRACE(set + ", " + std::to_string(shape.topics) + " topics");
      const SnapshotLaw law = made_law(shape, 1);
      expect_exact_widths(law, {});
      expect_exact_widths(law, made_topics(1, shape.topics, 2));
      expect_exact_widths(law, made_topics(40, shape.topics, 3));
    }
  }
}

TEST_F(SparseDrawTest, NumbersMeanTheTopicsOfTheDocumentedOrder) {
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const Shape& shape : kShapes) {
      if (shape.topics > 1000) continue;  // the plain version is slow
      SCOPED_TRACE(set + ", " + std::to_string(shape.topics) + " topics");
      const SnapshotLaw law = made_law(shape, 4);
      const std::vector<Topic> others = made_topics(30, shape.topics, 5);
      std::vector<std::uint64_t> counts(law.topics());
      for (const Topic topic : others) ++counts[topic];
      const SparseLaw sparse = taken_apart(law);
      for (std::uint32_t word = 0; word < law.words(); ++word) {
        const SparseDraw draw(sparse, word, others);
        std::uint64_t first = 0;
        for (const test::Segment& segment : test::naive_sparse_segments(law, word, counts)) {
          if (segment.width == 0) continue;
          ASSERT_EQ(draw.topic(first), segment.topic);
          ASSERT_EQ(draw.topic(first + segment.width - 1), segment.topic);
          first += segment.width;
        }
        EXPECT_EQ(draw.total(), first);
      }
    }
  }
}

// Returns how many draws were rejected.
std::uint64_t expect_naive_sweep(const SnapshotLaw& law, std::uint64_t seed) {
  const RandomStreams random(key_from_seed(seed));
  const RandomPosition at{.purpose = Purpose::kTopic, .sweep = 7};
  const TokenSequences tokens = made_tokens(law.words(), seed);
  const std::vector<Topic> start = made_topics(tokens.tokens(), law.topics(), seed);
  std::vector<Topic> expected = start;
  const std::uint64_t rejected = test::naive_sparse_sweep(law, tokens, expected, random, at);
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const int threads : {1, 2, 3}) {
      ThreadPool pool(threads);
      SparseLaw sparse;
      sparse.build(law, pool);
      std::vector<Topic> topics = start;
      sparse_sweep(sparse, tokens, topics, random, at, pool);
      EXPECT_EQ(topics, expected) << set << ", " << threads << " threads";
    }
  }
  return rejected;
}

TEST_F(SparseSweepTest, EqualsTheNaiveSweepForAnyNumberOfThreads) {
  for (const Shape& shape : kShapes) {
    if (shape.topics > 300) continue;  // the naive sweep is slow
    SCOPED_TRACE(std::to_string(shape.topics) + " topics");
    expect_naive_sweep(made_law(shape, 6), 7);
  }
}

TEST_F(SparseSweepTest, LargeWeightsAreExactAndDrawsAreRepeatedWhereTheyMustBe) {
  const Shape shape{.topics = 40,
                    .words = 5,
                    .filled = 300,
                    .most = (std::uint64_t{1} << 31) - 4,
                    .largest_factor = std::uint64_t{1} << 22};
  const SnapshotLaw law = made_law(shape, 8);
  law.check_range(520);
  EXPECT_GT(expect_naive_sweep(law, 9), 0u);
}

TEST_F(SparseSweepTest, ManyDocumentsAreSweptOnceEach) {
  // More than a run of documents, of lengths that end at different times.
  const SnapshotLaw law = made_law({100, 50, 60, 30}, 10);
  const RandomStreams random(key_from_seed(11));
  RandomStream stream(random, Purpose::kSynthetic, 3);
  std::vector<std::uint64_t> offsets = {0};
  while (offsets.back() < 40000) offsets.push_back(offsets.back() + stream.below(9));
  std::vector<std::uint32_t> ids(offsets.back());
  for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(stream.below(50));
  const TokenSequences tokens(offsets, ids, 50);
  const std::vector<Topic> start = made_topics(tokens.tokens(), 100, 12);
  const RandomPosition at{.purpose = Purpose::kTopic, .sweep = 1};
  ThreadPool one(1);
  ThreadPool three(3);
  const SparseLaw sparse = taken_apart(law);
  std::vector<Topic> topics = start;
  std::vector<Topic> again = start;
  sparse_sweep(sparse, tokens, topics, random, at, one);
  sparse_sweep(sparse, tokens, again, random, at, three);
  EXPECT_EQ(topics, again);
  for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{57}, tokens.documents() - 1}) {
    const std::span<Topic> its = std::span(topics).subspan(tokens.begin(m), tokens.length(m));
    for (std::size_t j = 0; j < its.size(); ++j) {
      // Token j saw the new topics of those before it and the old ones of those behind.
      std::vector<Topic> others(its.begin(), its.begin() + static_cast<std::ptrdiff_t>(j));
      for (std::size_t i = j + 1; i < its.size(); ++i) others.push_back(start[tokens.begin(m) + i]);
      const SparseDraw draw(sparse, tokens.document(m)[j], others);
      RandomPosition position = at;
      position.document = m;
      position.position = j;
      std::uint64_t x;
      while (!uniform_below(random.draw(position), draw.total(), x)) ++position.retry;
      EXPECT_EQ(its[j], draw.topic(x));
    }
  }
}

TEST(SparseLaw, ASecondBuildLeavesNothingOfTheFirst) {
  const SnapshotLaw full = made_law({300, 8, 900, 9}, 13);
  const SnapshotLaw thin = made_law({100, 5, 20, 9}, 14);
  ThreadPool pool(2);
  SparseLaw sparse;
  sparse.build(full, pool);
  sparse.build(thin, pool);
  const SparseLaw fresh = taken_apart(thin);
  const std::vector<Topic> others = made_topics(20, 100, 15);
  for (std::uint32_t word = 0; word < thin.words(); ++word) {
    const SparseDraw a(sparse, word, others);
    const SparseDraw b(fresh, word, others);
    ASSERT_EQ(a.total(), b.total());
    for (std::uint64_t x = 0; x < a.total(); ++x) ASSERT_EQ(a.topic(x), b.topic(x));
  }
}

TEST(SparseLaw, HoldsTheCellsAboveTheFloorAlone) {
  const SnapshotLaw law = made_law({1000, 4, 30, 9}, 16);
  const SparseLaw sparse = taken_apart(law);
  EXPECT_EQ(sparse.word(0).size, 0u);  // all floor
  EXPECT_EQ(sparse.word(0).prior_total, 0u);
  std::size_t cells = 0;
  for (std::uint32_t word = 1; word < 4; ++word) {
    std::size_t above = 0;
    for (std::size_t k = 0; k < 1000; ++k) above += law.weight(word, k) > law.weight(0, k) ? 1 : 0;
    EXPECT_EQ(sparse.word(word).size, (above + 15) / 16);
    cells += sparse.word(word).size;
  }
  EXPECT_LT(sparse.bytes(), 4 * 32 + 104 * cells + 200);  // the last for the bookkeeping
}

}  // namespace
}  // namespace dplda
