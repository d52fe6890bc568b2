#include "lda/token_sequences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "reference/small_corpora.h"

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
  const Streams streams(key_from_seed(7));
  ThreadPool pool(2);
  const TokenSequences tokens(corpus, streams, pool);
  const std::vector<Topic> topics = initial_topics(tokens, 13, streams, pool);
  for (std::uint64_t m = 0; m < documents.size(); ++m) {
    std::vector<std::uint32_t> expected = documents[m];
    Stream order(streams, Purpose::kTokenOrder, 0, m);
    for (std::size_t i = expected.size(); i > 1; --i)
      std::swap(expected[i - 1], expected[order.below(i)]);
    EXPECT_TRUE(std::ranges::equal(tokens.document(m), expected)) << m;

    Stream initial(streams, Purpose::kInitialTopic, 0, m);
    for (std::uint64_t j = 0; j < tokens.length(m); ++j)
      EXPECT_EQ(topics[tokens.begin(m) + j], initial.below(13)) << m << ' ' << j;
  }
}

TEST(TokenSequences, NoDocumentsHaveNoOrder) {
  const TokenSequences tokens({0}, {}, 1);
  EXPECT_TRUE(tokens.by_length().empty());
  EXPECT_EQ(tokens.longest(), 0u);
}

}  // namespace
}  // namespace dplda
