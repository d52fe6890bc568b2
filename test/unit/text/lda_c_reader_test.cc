#include <gtest/gtest.h>

#include <string>

#include "reference/bags.h"
#include "reference/chunked_source.h"
#include "reference/errors.h"
#include "text/bag_readers.h"

namespace dplda {
namespace {

using test::chunked;
using test::input_error;
using test::PlainBag;
using test::PlainBags;
using test::read_all;

PlainBags read_lda_c(const std::string& bytes, std::optional<WordList> names = {}) {
  return read_all(*open_lda_c(chunked(bytes, "ap.dat"), std::move(names)));
}

std::string lda_c_refusal(const std::string& bytes, std::optional<WordList> names = {}) {
  return input_error([&] { read_lda_c(bytes, std::move(names)); });
}

TEST(LdaCReader, ReadsADocumentALineWithWordsAscending) {
  const PlainBags expected{{{{0, 2}, {2, 1}}, {}, {{1, 7}}}, {"0", "1", "2"}};
  EXPECT_EQ(read_lda_c("2 2:1 0:2\n0\n1 1:7\n"), expected);
  EXPECT_EQ(read_lda_c(" 2  2:1\t0:2 \r\n0\r\n1 1:7\n\n \n"), expected);
}

TEST(LdaCReader, HasNoWordsWithoutDocuments) {
  EXPECT_EQ(read_lda_c(""), PlainBags{});
  EXPECT_EQ(read_lda_c("0\n0\n"), (PlainBags{{{}, {}}, {}}));
}

TEST(LdaCReader, NamesEveryIdAsSoonAsItIsGiven) {
  const auto source = open_lda_c(chunked("1 2:1\n0\n1 0:1\n1 4:1\n"), {});
  std::vector<WordCount> bag;
  for (const std::size_t words : {3, 3, 3, 5}) {
    ASSERT_TRUE(source->next(bag));
    EXPECT_EQ(source->words().size(), words);
  }
  EXPECT_FALSE(source->next(bag));
  EXPECT_EQ(source->words(), (std::vector<std::string>{"0", "1", "2", "3", "4"}));
}

TEST(LdaCReader, TakesNamesAndKeepsTheUnusedOnes) {
  const WordList names{{"ant", "bee", "cat"}, "ap.vocab"};
  EXPECT_EQ(read_lda_c("1 1:1\n", names).words, names.words);
  EXPECT_EQ(lda_c_refusal("1 2:1\n1 3:1\n", names),
            "ap.dat line 2: a word's id is not below the 3 words of ap.vocab; give the right list "
            "with `word-list`");
}

TEST(LdaCReader, NamesFileAndLineOfEveryBadDocument) {
  for (const std::string bad : {"x",
                                "-1 0:1",
                                "1",
                                "1 0:1 1:1",
                                "2 0:1",
                                "1 0",
                                "1 0:",
                                "1 :1",
                                "1 0:-1",
                                "1 -1:1",
                                "1 0:0",
                                "1 0 :1",
                                "1 0:1x",
                                "1 0:1.5",
                                "1 0:2147483648",
                                "1 2147483647:1",
                                "1 99999999999999999999:1",
                                "2 3:1 3:1",
                                "3 3:1 0:1 3:1",
                                "1,0:1",
                                "\n0"}) {
    const std::string message = lda_c_refusal("1 0:1\n" + bad + "\n");
    EXPECT_TRUE(message.starts_with("ap.dat line 2: ")) << bad << " gave: " << message;
  }
  EXPECT_EQ(lda_c_refusal("1 0:2147483647\n"), "");
}

TEST(LdaCReader, DoesNotBelieveInEndlessUnusedWords) {
  EXPECT_TRUE(lda_c_refusal("1 0:1\n1 2000000000:1\n").starts_with("ap.dat line 2: "));
}

}  // namespace
}  // namespace dplda
