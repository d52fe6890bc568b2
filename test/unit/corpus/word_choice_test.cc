#include "corpus/word_choice.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dplda {
namespace {

using Words = std::vector<std::string>;

// Ids 0..5, in 0, 1, 3, 3, 6 and 10 of 10 documents.
const std::vector<std::string_view> kNames{"never", "once", "zebra", "apple", "often", "always"};
const std::vector<std::uint64_t> kFrequencies{0, 1, 3, 3, 6, 10};

WordChoice choose(const WordLimits& limits, WordOrder order = WordOrder::kGiven) {
  return choose_words(kNames, kFrequencies, 10, limits, order);
}

TEST(WordChoice, WithoutLimitsKeepsAllInTheOrderAsked) {
  EXPECT_EQ(choose({}).words, (Words{"never", "once", "zebra", "apple", "often", "always"}));
  const WordChoice sorted = choose({}, WordOrder::kAlphabetical);
  EXPECT_EQ(sorted.words, (Words{"always", "apple", "never", "often", "once", "zebra"}));
  EXPECT_EQ(sorted.new_ids, (std::vector<std::int32_t>{2, 4, 5, 1, 3, 0}));
}

TEST(WordChoice, MinDfBelowOneIsAFractionElseANumber) {
  EXPECT_EQ(choose({.min_df = 1}).words.size(), 5u);
  EXPECT_EQ(choose({.min_df = 3}).words.size(), 4u);
  EXPECT_EQ(choose({.min_df = 0.3}).words.size(), 4u);  // 0.3 * 10 is not above 3
  EXPECT_EQ(choose({.min_df = 0.31}).words.size(), 2u);
  EXPECT_EQ(choose({.min_df = 3}).new_ids, (std::vector<std::int32_t>{-1, -1, 0, 1, 2, 3}));
}

TEST(WordChoice, MaxDfUpToOneIsAFractionElseANumber) {
  EXPECT_EQ(choose({.max_df = 1}).words.size(), 6u);
  EXPECT_EQ(choose({.max_df = 0.6}).words.size(), 5u);
  EXPECT_EQ(choose({.max_df = 0.59}).words.size(), 4u);
  EXPECT_EQ(choose({.max_df = 3}).words.size(), 4u);
}

TEST(WordChoice, MaxWordsTakesTheMostFrequentAndTiesInOrder) {
  EXPECT_EQ(choose({.max_words = 3}).words, (Words{"zebra", "often", "always"}));
  EXPECT_EQ(choose({.max_words = 3}, WordOrder::kAlphabetical).words,
            (Words{"always", "apple", "often"}));
  EXPECT_EQ(choose({.max_words = 6}).words.size(), 6u);
  EXPECT_EQ(choose({.max_df = 0.9, .max_words = 1}).words, Words{"often"});
}

TEST(WordChoice, MayLeaveNothing) {
  const WordChoice none = choose({.min_df = 11});
  EXPECT_TRUE(none.words.empty());
  EXPECT_EQ(none.new_ids, std::vector<std::int32_t>(6, -1));
}

}  // namespace
}  // namespace dplda
