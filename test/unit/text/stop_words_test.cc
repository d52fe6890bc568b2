#include "text/stop_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace dplda {
namespace {

TEST(StopWords, AreSortedDistinctAndWordsOfTheTokenizer) {
  const auto list = english_stop_words();
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
  EXPECT_EQ(std::adjacent_find(list.begin(), list.end()), list.end());
  Tokenizer tokenizer(1);
  for (const auto word : list) {
    std::vector<std::string> pieces;
    tokenizer.cut(word, [&](std::string_view piece) { pieces.emplace_back(piece); });
    EXPECT_EQ(pieces, std::vector<std::string>{std::string(word)});
  }
}

}  // namespace
}  // namespace dplda
