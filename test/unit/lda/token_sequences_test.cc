#include "lda/token_sequences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "reference/small_corpora.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

TEST(TokenSequences, LongestDocumentsComeFirstAndEqualOnesInTheirOrder) {
  // Lengths 1, 3, 0, 3, 1, 2.
  const TokenSequences tokens({0, 1, 4, 4, 7, 8, 10}, std::vector<std::uint32_t>(10), 1);
  const std::vector<std::uint32_t> order(tokens.by_length().begin(), tokens.by_length().end());
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 3, 5, 0, 4, 2}));
  EXPECT_EQ(tokens.longest(), 3u);
}

// The same bits as with one draw after the other; 3000 tokens are more than one batch of draws.
TEST(TokenSequences, OrderIsAFisherYatesShuffleByTheStreamOfTheDocument) {
  std::vector<std::vector<std::uint32_t>> documents = {{0, 1, 1, 2}, {}, {3}, {}};
  for (std::uint32_t i = 0; i < 3000; ++i) documents[3].push_back(i / 7);
  const Corpus corpus = test::corpus_of(documents, 3000);
  const RandomStreams random(key_from_seed(7));
  ThreadPool pool(2);
  const TokenSequences tokens(corpus, random, pool);
  const std::vector<Topic> topics = initial_topics(tokens, 13, random, pool);
  for (std::uint64_t m = 0; m < documents.size(); ++m) {
    std::vector<std::uint32_t> expected = documents[m];
    RandomStream order(random, Purpose::kTokenOrder, 0, m);
    for (std::size_t i = expected.size(); i > 1; --i)
      std::swap(expected[i - 1], expected[order.below(i)]);
    EXPECT_TRUE(std::ranges::equal(tokens.document(m), expected)) << m;

    RandomStream initial(random, Purpose::kInitialTopic, 0, m);
    for (std::uint64_t j = 0; j < tokens.length(m); ++j)
      EXPECT_EQ(topics[tokens.begin(m) + j], initial.below(13)) << m << ' ' << j;
  }
}

TEST(TokenSequences, HoldEveryTokenOfTheBagAndDependOnTheKeyAlone) {
  const Corpus corpus = test::planted_corpus(1, 20, 30, 3);
  const RandomStreams random(key_from_seed(4));
  ThreadPool one(1);
  ThreadPool seven(7);
  const TokenSequences tokens(corpus, random, one);
  const TokenSequences again(corpus, random, seven);
  EXPECT_TRUE(std::equal(tokens.words().begin(), tokens.words().end(), again.words().begin()));
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    std::map<std::int32_t, std::int32_t> bag;
    for (const std::uint32_t word : tokens.document(m)) ++bag[static_cast<std::int32_t>(word)];
    const Bag expected = corpus.document(m);
    ASSERT_EQ(bag.size(), expected.words.size());
    for (std::size_t i = 0; i < expected.words.size(); ++i)
      EXPECT_EQ(bag[expected.words[i]], expected.counts[i]);
  }
}

// Every order of a document of four distinct words is equally likely: 24,000 documents, chi-square
// at 1e-6.
TEST(TokenSequences, EveryOrderIsEquallyLikely) {
  const std::size_t documents = 24000;
  const Corpus corpus =
      test::corpus_of(std::vector<std::vector<std::uint32_t>>(documents, {0, 1, 2, 3}), 4);
  ThreadPool pool(2);
  const TokenSequences tokens(corpus, RandomStreams(key_from_seed(9)), pool);
  std::map<std::vector<std::uint32_t>, std::uint64_t> orders;
  for (std::uint64_t m = 0; m < documents; ++m) {
    ++orders[{tokens.document(m).begin(), tokens.document(m).end()}];
  }
  ASSERT_EQ(orders.size(), 24u);
  std::vector<std::uint64_t> counts;
  for (const auto& [order, count] : orders) counts.push_back(count);
  EXPECT_GT(test::chi_square_p_value(counts, std::vector<double>(24, 1.0 / 24)), 1e-6);
}

TEST(TokenSequences, NoDocumentsHaveNoOrder) {
  const TokenSequences tokens({0}, {}, 1);
  EXPECT_TRUE(tokens.by_length().empty());
  EXPECT_EQ(tokens.longest(), 0u);
}

}  // namespace
}  // namespace dplda
