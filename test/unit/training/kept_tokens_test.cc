#include "training/kept_tokens.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/small_corpora.h"

namespace dplda {
namespace {

// The same bits as with one draw after the other; 3000 words are more than one batch of draws.
TEST(KeptTokens, AreTheFirstOfAShuffleOfTheDistinctWordsByTheDocumentsOwnCoins) {
  std::vector<std::vector<std::uint32_t>> documents = {{0, 1, 1, 2}, {}, {3}, {}};
  for (std::uint32_t i = 0; i < 3000; ++i) documents[3].push_back(i);
  const Corpus corpus = test::corpus_of(documents, 3000);
  const RandomStreams random(key_from_seed(7));
  ThreadPool pool(2);
  constexpr std::uint64_t kFirst = 11;
  const TokenSequences tokens = kept_tokens(corpus, KeptWords(400), random, pool, kFirst);
  for (std::uint64_t m = 0; m < documents.size(); ++m) {
    std::vector<std::uint32_t> kept = documents[m];
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    RandomStream choice(random, Purpose::kTokenOrder, 0, kFirst + m);
    for (std::size_t i = kept.size(); i > 1; --i) std::swap(kept[i - 1], kept[choice.below(i)]);
    if (kept.size() > 400) kept.resize(400);
    EXPECT_TRUE(std::ranges::equal(tokens.document(m), kept)) << m;
    EXPECT_EQ(tokens.number(m), kFirst + m);
  }
}

}  // namespace
}  // namespace dplda
