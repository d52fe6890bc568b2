#include "text/word_table.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_map>

namespace dplda {
namespace {

TEST(WordTable, NumbersWordsInTheOrderOfTheirFirstCall) {
  WordTable table;
  std::unordered_map<std::string, std::uint32_t> expected;
  // Words of every length from 0 to 31 in which many share a prefix or a suffix, each twice.
  for (int round = 0; round < 2; ++round) {
    for (unsigned i = 0; i < 40000; ++i) {
      std::string word = std::to_string(i * 7919 % 40000);
      word = (i % 2 == 0 ? word + std::string(i % 27, 'x') : std::string(i % 27, 'x') + word);
      const auto [entry, is_new] =
          expected.emplace(word, static_cast<std::uint32_t>(expected.size()));
      ASSERT_EQ(table.insert(word), entry->second);
    }
  }
  ASSERT_EQ(table.size(), expected.size());
  for (const auto& [word, number] : expected) {
    ASSERT_EQ(table.word(number), word);
    ASSERT_EQ(table.find(word), number);
  }
  EXPECT_EQ(table.find("absent"), std::nullopt);
  EXPECT_EQ(table.find(""), std::nullopt);
  EXPECT_EQ(table.insert(""), expected.size());
}

}  // namespace
}  // namespace dplda
