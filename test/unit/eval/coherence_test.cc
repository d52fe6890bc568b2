#include "eval/coherence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"

namespace dplda {
namespace {

// Four documents: {a, b}, {a, b, c}, {a, c}, {d}; e occurs in none. So D(a) = 3, D(b) = D(c) = 2,
// D(a,b) = D(a,c) = 2, D(b,c) = 1, D(a,d) = 0.
Corpus small() {
  return Corpus(Vocabulary({"a", "b", "c", "d", "e"}, VocabularyOrigin::kPublic), {0, 2, 5, 7, 8},
                {0, 1, 0, 1, 2, 0, 2, 3}, {1, 1, 5, 1, 1, 1, 2, 1}, {}, "test");
}

// By hand: P(a) = 3/4, P(b) = P(c) = P(a,b) = P(a,c) = 1/2, P(b,c) = 1/4.
const double kAb = std::log(0.5 / (0.75 * 0.5)) / -std::log(0.5);  // also a, c
const double kBc = 0;                                              // independent

TEST(Coherence, NpmiIsTheMeanOverPairs) {
  const Coherence two = coherence({{"a", "b"}}, small());
  EXPECT_NEAR(two.topics[0], kAb, 1e-10);
  const Coherence three = coherence({{"a", "b", "c"}}, small());
  EXPECT_NEAR(three.topics[0], (kAb + kAb + kBc) / 3, 1e-10);
}

TEST(Coherence, NpmiOfWordsThatNeverMeetIsNearlyMinusOne) {
  const double value = coherence({{"a", "d"}}, small()).topics[0];
  EXPECT_NEAR(value, (std::log(1e-12) - std::log(0.75 * 0.25)) / -std::log(1e-12), 1e-10);
  EXPECT_LT(value, -0.9);
}

TEST(Coherence, NpmiOfWordsThatAlwaysMeetIsOneAndOfWordsInEveryDocumentZero) {
  const Corpus corpus(Vocabulary({"x", "y", "u", "v"}, VocabularyOrigin::kPublic), {0, 4, 6},
                      {0, 1, 2, 3, 2, 3}, {1, 1, 1, 1, 1, 1}, {}, "test");
  EXPECT_NEAR(coherence({{"x", "y"}}, corpus).topics[0], 1, 1e-10);
  EXPECT_EQ(coherence({{"u", "v"}}, corpus).topics[0], 0);
}

TEST(Coherence, UMassConditionsOnTheMoreProbableWord) {
  // log((D(b,a) + 1) / D(a)) = log(3/3), and the other way round log(3/2).
  EXPECT_NEAR(coherence({{"a", "b"}}, small(), CoherenceMeasure::kUMass).topics[0], 0, 1e-12);
  EXPECT_NEAR(coherence({{"b", "a"}}, small(), CoherenceMeasure::kUMass).topics[0], std::log(1.5),
              1e-12);
  // b after a: log 1; c after a: log 1; c after b: log(2/2).
  EXPECT_NEAR(coherence({{"a", "b", "c"}}, small(), CoherenceMeasure::kUMass).topics[0], 0, 1e-12);
  // d after a: log(1/3).
  EXPECT_NEAR(coherence({{"a", "d"}}, small(), CoherenceMeasure::kUMass).topics[0],
              std::log(1.0 / 3), 1e-12);
}

TEST(Coherence, CvIsTheMeanCosineToTheSumOfRows) {
  // Rows (1, n) and (n, 1) with n = kAb; their sum (1+n, 1+n): both cosines are
  // (1 + n) / sqrt(2 (1 + n^2)).
  const double expected = (1 + kAb) / std::sqrt(2 * (1 + kAb * kAb));
  EXPECT_NEAR(coherence({{"a", "b"}}, small(), CoherenceMeasure::kCv).topics[0], expected, 1e-10);
  // Three words: rows a (1, n, n), b (n, 1, 0), c (n, 0, 1); sum (1+2n, 1+n, 1+n).
  const double n = kAb, length = std::sqrt((1 + 2 * n) * (1 + 2 * n) + 2 * (1 + n) * (1 + n));
  const double of_a = ((1 + 2 * n) + 2 * n * (1 + n)) / (std::sqrt(1 + 2 * n * n) * length);
  const double of_b = (n * (1 + 2 * n) + (1 + n)) / (std::sqrt(1 + n * n) * length);
  EXPECT_NEAR(coherence({{"a", "b", "c"}}, small(), CoherenceMeasure::kCv).topics[0],
              (of_a + 2 * of_b) / 3, 1e-10);
}

TEST(Coherence, WordsThatTheReferenceLacksAreLeftOutAndCounted) {
  const Coherence result = coherence({{"a", "e", "b", "unknown"}, {"e", "a"}}, small());
  EXPECT_EQ(result.absent, 3u);
  EXPECT_NEAR(result.topics[0], kAb, 1e-10);
  EXPECT_TRUE(std::isnan(result.topics[1]));
  EXPECT_NEAR(result.mean, kAb, 1e-10);
  EXPECT_TRUE(std::isnan(coherence({}, small()).mean));
}

// Blocks of documents are counted one after the other: documents of the second block count as well.
TEST(Coherence, CountsEveryDocumentOfALargeCorpus) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> words;
  for (int m = 0; m < 40000; ++m) {
    // x in the even documents, y in those divisible by 4, so that P(x,y) = P(y) = 1/4.
    if (m % 2 == 0) words.push_back(0);
    if (m % 4 == 0) words.push_back(1);
    offsets.push_back(static_cast<std::int64_t>(words.size()));
  }
  std::vector<std::int32_t> ones(words.size(), 1);
  const Corpus corpus(Vocabulary({"x", "y"}, VocabularyOrigin::kPublic), offsets, words, ones, {},
                      "test");
  EXPECT_NEAR(coherence({{"x", "y"}}, corpus).topics[0], std::log(2.0) / std::log(4.0), 1e-10);
}

TEST(Coherence, MeasuresHaveNames) {
  for (const char* name : {"npmi", "u_mass", "c_v"})
    EXPECT_EQ(name_of(coherence_measure(name)), name);
  EXPECT_THROW(coherence_measure("mass"), InputError);
}

TEST(TopicDiversity, IsTheShareOfDistinctWords) {
  EXPECT_EQ(topic_diversity({{"a", "b"}, {"a", "c"}}), 0.75);
  EXPECT_EQ(topic_diversity({{"a", "b"}, {"c", "d"}}), 1);
  EXPECT_EQ(topic_diversity({}), 0);
}

}  // namespace
}  // namespace dplda
