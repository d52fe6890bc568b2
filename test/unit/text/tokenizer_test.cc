#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace dplda {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text, std::size_t min_length = 1) {
  Tokenizer tokenizer(min_length);
  Words words;
  tokenizer.cut(text, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

bool is_word_byte(char c) {
  return (kByteClasses[static_cast<unsigned char>(c)] & (kLetterByte | kDigitByte)) != 0;
}

// Soft hyphens before and inside words send every word through the Unicode path, and are taken out
// there.
std::string with_soft_hyphens(std::string_view ascii) {
  std::string out;
  for (const char c : ascii) {
    if (is_word_byte(c)) out += "\u00AD";
    out += c;
  }
  return out;
}

TEST(Tokenizer, LowersCaseAndCutsAtEverythingThatIsNotAWord) {
  EXPECT_EQ(words_of("The quick-brown FOX, jumps_over; the (lazy) dog.\nEnd"),
            (Words{"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "end"}));
  EXPECT_EQ(words_of(""), Words{});
  EXPECT_EQ(words_of(" \t-_'\"\n"), Words{});
}

TEST(Tokenizer, KeepsApostrophesBetweenLettersOnly) {
  EXPECT_EQ(words_of("don't 'quoted' rock'n'roll dogs' 'tis o''clock 90's x'9"),
            (Words{"don't", "quoted", "rock'n'roll", "dogs", "tis", "o", "clock", "s", "x"}));
  EXPECT_EQ(words_of("don’t ‘quoted’ l’été"), (Words{"don't", "quoted", "l'été"}));
}

TEST(Tokenizer, KeepsDigitsOnlyInWordsWithALetter) {
  EXPECT_EQ(words_of("mp3 2024 3d 1,000 x86 ４2"), (Words{"mp3", "3d", "x86"}));
}

TEST(Tokenizer, LeavesOutShortAndOverlongWords) {
  EXPECT_EQ(words_of("a bc def é éé", 2), (Words{"bc", "def", "éé"}));
  const std::string longest(kLongestWord, 'a');
  EXPECT_EQ(words_of(longest + " " + longest + "a b"), (Words{longest, "b"}));
  std::string accented;
  for (std::size_t i = 0; i < kLongestWord; ++i) accented += "é";
  EXPECT_EQ(words_of(accented + " " + accented + "é b"), (Words{accented, "b"}));
  std::string endless;
  for (int i = 0; i < 100000; ++i) endless += "漢";
  EXPECT_EQ(words_of("x " + endless + " y"), (Words{"x", "y"}));
}

TEST(Tokenizer, FoldsCaseAndCompatibilityForms) {
  EXPECT_EQ(words_of("Straße ÉTÉ Ｄｏｎ’ｔ ﬁne ΣΊΣΥΦΟΣ Москва"),
            (Words{"strasse", "été", "don't", "fine", "σίσυφοσ", "москва"}));
  EXPECT_EQ(words_of("e\u0301te\u0301"), words_of("été"));  // decomposed and composed
}

TEST(Tokenizer, CutsAtSymbolsBeyondAscii) {
  EXPECT_EQ(words_of("word™ one—two “said” half½ x² a\u200Bb a\u00A0b 😀smile"),
            (Words{"word", "one", "two", "said", "half", "x", "a", "b", "a", "b", "smile"}));
  EXPECT_EQ(words_of("\u0301accent"), (Words{"accent"}));
  EXPECT_EQ(words_of("\uFDFA").size(), 4u);  // a letter that stands for a phrase of four words
}

TEST(Tokenizer, DoesNotSegmentScriptsWithoutSpaces) {
  EXPECT_EQ(words_of("自然言語処理、東京。 大阪"), (Words{"自然言語処理", "東京", "大阪"}));
  EXPECT_EQ(words_of("สวัสดี ครับ"), (Words{"สวัสดี", "ครับ"}));
}

TEST(Tokenizer, NulAndBytesThatAreNotUtf8Separate) {
  EXPECT_EQ(words_of(std::string_view("ab\0cd", 5)), (Words{"ab", "cd"}));
  EXPECT_EQ(words_of("ab\xFF"
                     "cd \xC3"),
            (Words{"ab", "cd"}));
  EXPECT_EQ(words_of("\xE2\x80"), Words{});
}

TEST(Tokenizer, AsciiAndUnicodePathsAgree) {
  // Every string of up to five bytes over an alphabet with each kind of byte.
  const std::string alphabet = "aZ9' -";
  std::string text;
  for (std::size_t length = 1; length <= 5; ++length) {
    std::size_t strings = 1;
    for (std::size_t i = 0; i < length; ++i) strings *= alphabet.size();
    for (std::size_t code = 0; code < strings; ++code) {
      text.clear();
      for (std::size_t i = 0, rest = code; i < length; ++i, rest /= alphabet.size())
        text += alphabet[rest % alphabet.size()];
      ASSERT_EQ(words_of(with_soft_hyphens(text)), words_of(text)) << '"' << text << '"';
      ASSERT_EQ(words_of(text + "\u2014"), words_of(text)) << '"' << text << '"';
    }
  }
}

TEST(Tokenizer, WordsAreCutIntoThemselves) {
  for (const auto& word :
       words_of("Don’t Straße ΣΊΣΥΦΟΣ ﬁne İstanbul ŉ ǅ 가각 ﷺ x86 rock'n'roll")) {
    EXPECT_EQ(words_of(word), Words{word});
  }
}

TEST(Tokenizer, DoesNotReadPastTheText) {
  const std::string text = "don't";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::vector<char> exact(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    const Words words = words_of({exact.data(), exact.size()});
    if (size == 0) continue;
    EXPECT_EQ(words.front(), size == 4 ? "don" : text.substr(0, size));
  }
}

}  // namespace
}  // namespace dplda
