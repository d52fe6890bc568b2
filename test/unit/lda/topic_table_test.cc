#include "lda/topic_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace dplda {
namespace {

struct Tokens {
  TokenSequences sequences;
  std::vector<Topic> topics;
};

// One document of words of which the first are frequent, with uniform topics.
Tokens random_tokens(std::size_t count, std::uint32_t words, std::size_t topics) {
  const RandomStreams random(key_from_seed(5));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<std::uint32_t> drawn;
  std::vector<Topic> assigned;
  for (std::size_t j = 0; j < count; ++j) {
    drawn.push_back(static_cast<std::uint32_t>(stream.below(1 + stream.below(words))));
    assigned.push_back(static_cast<Topic>(stream.below(topics)));
  }
  return {TokenSequences({0, count}, std::move(drawn), words), std::move(assigned)};
}

TopicTable counted_plainly(const Tokens& tokens, std::size_t topics) {
  TopicTable table(topics, tokens.sequences.vocabulary());
  for (std::size_t j = 0; j < tokens.topics.size(); ++j) {
    ++table.column(tokens.sequences.words()[j])[tokens.topics[j]];
    ++table.totals()[tokens.topics[j]];
  }
  return table;
}

// Sizes for every way of counting: small and large tables, with more and fewer tokens than cells,
// and tokens that do not fill the last batch.
TEST(TopicTable, RecountIsThePlainCountForAnyNumberOfThreads) {
  struct Size {
    std::size_t tokens;
    std::uint32_t words;
    std::size_t topics;
  };
  for (const Size& size : {Size{0, 3, 2}, Size{1, 3, 2}, Size{2001, 30, 7}, Size{1023, 5000, 11},
                           Size{70'001, 2000, 601}, Size{1'100'001, 8100, 131}}) {
    const Tokens tokens = random_tokens(size.tokens, size.words, size.topics);
    const TopicTable expected = counted_plainly(tokens, size.topics);
    for (const int threads : {1, 2, 3, 9}) {
      ThreadPool pool(threads);
      TopicTable table(size.topics, size.words);
      for (std::uint32_t word = 0; word < size.words; ++word)
        std::ranges::fill(table.column(word), 77);  // what was there before does not count
      std::ranges::fill(table.totals(), 77);
      table.recount(tokens.sequences, tokens.topics, pool);
      EXPECT_TRUE(table == expected) << size.tokens << " tokens, " << size.words << " words, "
                                     << size.topics << " topics, " << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace dplda
