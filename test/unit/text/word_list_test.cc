#include "text/word_list.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/bags.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using test::input_error;
using Words = std::vector<std::string>;

class WordListFile : public testing::Test {
 protected:
  const std::string& file(std::string_view bytes) {
    path_ = directory_ / "words.txt";
    test::write_file(path_, bytes);
    return path_;
  }

  test::TemporaryDirectory directory_;
  std::string path_;
};

TEST_F(WordListFile, GivesAWordALineInOrder) {
  EXPECT_EQ(read_word_list(file("bee\nant\r\nna\xC3\xAFve cat\n")).words,
            (Words{"bee", "ant", "na\xC3\xAFve cat"}));
  EXPECT_EQ(read_word_list(path_).source, path_);
  EXPECT_EQ(read_word_list(file("")).words, Words{});
}

TEST_F(WordListFile, LeavesOutAByteOrderMarkAndEmptyLinesAtTheEnd) {
  EXPECT_EQ(read_word_list(file("\xEF\xBB\xBF"
                                "ant\nbee\n\n\r\n"))
                .words,
            (Words{"ant", "bee"}));
}

TEST_F(WordListFile, RefusesEmptyLinesBetweenWordsAndBadUtf8ByLine) {
  EXPECT_TRUE(input_error([&] {
                read_word_list(file("ant\n\n\nbee\n"));
              }).starts_with(directory_ / "words.txt line 2: "));
  EXPECT_TRUE(input_error([&] {
                read_word_list(file("ant\nb\xFF\n"));
              }).starts_with(directory_ / "words.txt line 2: "));
  EXPECT_TRUE(input_error([&] {
                read_word_list(file("ant\n" + std::string(5000, 'x') + "\n"));
              }).starts_with(directory_ / "words.txt line 2: "));
}

TEST_F(WordListFile, RefusesAMissingFileByName) {
  EXPECT_NE(input_error([&] { read_word_list(directory_ / "none"); }).find(directory_ / "none"),
            std::string::npos);
}

TEST(DecimalNames, AreTheIdsInOrder) {
  EXPECT_EQ(decimal_names(3), (Words{"0", "1", "2"}));
  EXPECT_EQ(decimal_names(0), Words{});
}

}  // namespace
}  // namespace dplda
