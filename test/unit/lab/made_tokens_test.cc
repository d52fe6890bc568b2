#include "lab/speed/made_tokens.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dplda {
namespace {

TEST(MadeTokens, HaveTheShapeThatWasAskedFor) {
  for (const CorpusShape& shape : {kKosLike, kNipsLike}) {
    const TokenSequences tokens = made_tokens(shape);
    EXPECT_EQ(tokens.documents(), shape.documents);
    EXPECT_EQ(tokens.vocabulary(), shape.words);
    EXPECT_LT(tokens.longest(), 2 * shape.length);
    // Lengths are uniform with that mean: a standard deviation of length / sqrt(3) each; five.
    const auto documents = static_cast<double>(shape.documents);
    const auto length = static_cast<double>(shape.length);
    EXPECT_NEAR(static_cast<double>(tokens.tokens()), documents * length,
                5 * length * std::sqrt(documents / 3));
    EXPECT_LT(*std::max_element(tokens.words().begin(), tokens.words().end()), shape.words);
  }
}

TEST(MadeTokens, FrequentWordsAreFewAndDocumentsDiffer) {
  const TokenSequences tokens = made_tokens(kNipsLike);
  std::vector<std::uint64_t> counts(tokens.vocabulary());
  for (const std::uint32_t word : tokens.words()) ++counts[word];
  std::sort(counts.rbegin(), counts.rend());
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < 100; ++i) first += counts[i];
  // With frequencies of 1 / rank the first 100 of 12419 have ln 101 / ln 12420 = 49% of all; words
  // that are up to twice as rare spread them a little.
  const double share = static_cast<double>(first) / static_cast<double>(tokens.tokens());
  EXPECT_GT(share, 0.35);
  EXPECT_LT(share, 0.55);
  EXPECT_NE(std::vector(tokens.document(0).begin(), tokens.document(0).begin() + 20),
            std::vector(tokens.document(1).begin(), tokens.document(1).begin() + 20));
}

TEST(FirstDocuments, AreWholeAndWithinTheLimit) {
  const TokenSequences tokens({0, 4, 4, 9, 12}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}, 10);
  const auto count = [&](std::uint64_t most) { return first_documents(tokens, most).documents(); };
  EXPECT_EQ(count(1), 1u);  // at least one
  EXPECT_EQ(count(4), 2u);
  EXPECT_EQ(count(8), 2u);
  EXPECT_EQ(count(9), 3u);
  EXPECT_EQ(count(100), 4u);
  const TokenSequences three = first_documents(tokens, 11);
  EXPECT_EQ(three.tokens(), 9u);
  EXPECT_EQ(three.document(2)[4], 9u);
}

TEST(BagsOf, HoldTheSameTokens) {
  const TokenSequences tokens({0, 4, 6}, {3, 1, 3, 3, 0, 2}, 4);
  const Corpus corpus = bags_of(tokens);
  ASSERT_EQ(corpus.documents(), 2u);
  EXPECT_EQ(corpus.tokens(), 6u);
  EXPECT_EQ(corpus.words(), 4u);
  const Bag bag = corpus.document(0);
  EXPECT_EQ(std::vector(bag.words.begin(), bag.words.end()), (std::vector<std::int32_t>{1, 3}));
  EXPECT_EQ(std::vector(bag.counts.begin(), bag.counts.end()), (std::vector<std::int32_t>{1, 3}));
}

}  // namespace
}  // namespace dplda
