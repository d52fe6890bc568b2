#include "text/lexicon.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/errors.h"

namespace dplda {
namespace {

using Words = std::vector<std::string>;

TextRules rules(std::string stem = "none") {
  return {.min_length = 2, .stem = std::move(stem), .stop_words = {"the", "Don’t", "is"}};
}

Words cut(Lexicon& lexicon, std::string_view text) {
  Words names;
  lexicon.cut(text, [&](std::span<const std::uint32_t> terms) {
    for (const std::uint32_t term : terms)
      names.emplace_back(term == Lexicon::kStopWord    ? "(stop)"
                         : term == Lexicon::kNotListed ? "(unlisted)"
                                                       : lexicon.name(term));
  });
  return names;
}

TEST(Lexicon, NumbersTermsInOrderAndMarksStopWords) {
  Lexicon lexicon(rules());
  EXPECT_EQ(cut(lexicon, "The cat don't see the dog; cat IS"),
            (Words{"(stop)", "cat", "(stop)", "see", "(stop)", "dog", "cat", "(stop)"}));
  EXPECT_EQ(lexicon.terms(), 3u);
  EXPECT_EQ(lexicon.name(2), "dog");
}

TEST(Lexicon, KeepsTheOrderOfTextsLongerThanABlock) {
  Lexicon lexicon(rules());
  std::string text;
  Words expected;
  for (int i = 0; i < 1000; ++i) {
    expected.push_back(std::to_string(i * i % 97) + "th");
    text += expected.back() + " ";
  }
  EXPECT_EQ(cut(lexicon, text), expected);
}

TEST(Lexicon, MergesWordsOfOneStemAndTakesStopWordsFirst) {
  Lexicon lexicon({.min_length = 2, .stem = "english", .stop_words = {"being"}});
  EXPECT_EQ(cut(lexicon, "connected connections connecting being beings"),
            (Words{"connect", "connect", "connect", "(stop)", "be"}));
  EXPECT_EQ(lexicon.terms(), 2u);
}

TEST(Lexicon, AListFixesTheTermsAndTheirOrder) {
  const Words list{"Zebra", "the", "cat", "zebra", "t-shirt", "x", ""};
  Lexicon lexicon(rules(), list);
  EXPECT_EQ(lexicon.terms(), 2u);
  EXPECT_EQ(lexicon.name(0), "zebra");
  EXPECT_EQ(lexicon.left_out(), 4u);
  EXPECT_EQ(cut(lexicon, "the ZEBRA and cat and zebra"),
            (Words{"(stop)", "zebra", "(unlisted)", "cat", "(unlisted)", "zebra"}));
  EXPECT_EQ(lexicon.terms(), 2u);
}

TEST(Lexicon, AListIsStemmedAsTextIs) {
  const Words list{"running", "Runs", "walked"};
  Lexicon lexicon(rules("english"), list);
  EXPECT_EQ(lexicon.terms(), 2u);
  EXPECT_EQ(cut(lexicon, "runs walking talking"), (Words{"run", "walk", "(unlisted)"}));
}

TEST(Lexicon, AnUnknownStemmerIsNamedWithTheOnesThereAre) {
  const std::string message = test::input_error([] { const Lexicon lexicon(rules("klingon")); });
  EXPECT_NE(message.find("`stem`"), std::string::npos);
  EXPECT_NE(message.find("english"), std::string::npos);
}

}  // namespace
}  // namespace dplda
