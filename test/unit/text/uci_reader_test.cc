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

const WordList kNames{{"ant", "bee", "cat"}, "vocab.txt"};

PlainBags read_uci(const std::string& bytes, std::size_t chunk = 1 << 16) {
  return read_all(*open_uci(chunked(bytes, "docword.txt", chunk), kNames));
}

std::string uci_refusal(const std::string& bytes) {
  return input_error([&] { read_uci(bytes); });
}

TEST(UciReader, ReadsDocumentsWithIdsFromZeroAndWordsAscending) {
  const PlainBags expected{{{{0, 2}, {2, 1}}, {{1, 7}}}, kNames.words};
  EXPECT_EQ(read_uci("2\n3\n3\n1 3 1\n1 1 2\n2 2 7\n"), expected);
}

TEST(UciReader, ReadsTheSameHoweverTheStreamIsCutAndTheLinesEnd) {
  const std::string bytes = "2\n3\n3\n1 3 1\n1 1 2\n2 2 7\n";
  const auto expected = read_uci(bytes);
  for (const std::size_t chunk : {1, 2, 3, 5}) EXPECT_EQ(read_uci(bytes, chunk), expected);
  EXPECT_EQ(read_uci("2 \r\n3\r\n3\r\n1\t3 1\r\n 1 1  2 \r\n2 2 7\r\n\r\n\n"), expected);
  EXPECT_EQ(read_uci("2\n3\n3\n1 3 1\n1 1 2\n2 2 7"), expected);
}

TEST(UciReader, GivesDocumentsWithoutALineAsEmptyOnes) {
  const auto bags = read_uci("5\n3\n2\n2 1 1\n4 3 1\n").documents;
  EXPECT_EQ(bags, (std::vector<PlainBag>{{}, {{0, 1}}, {}, {{2, 1}}, {}}));
  EXPECT_EQ(read_uci("2\n3\n0\n").documents.size(), 2u);
  EXPECT_TRUE(read_uci("0\n3\n0\n").documents.empty());
}

TEST(UciReader, NamesFileAndLineOfEveryBadPair) {
  const std::string start = "2\n3\n2\n1 1 1\n";
  for (const std::string bad : {"2 1", "2 1 1 1", "x 1 1", "2 1 1x", "", "2 1 1.0", "2 1 -1",
                                "-2 1 1", "2 1 99999999999999999999", "0 1 1", "3 1 1", "2 0 1",
                                "2 4 1", "2 1 0", "2 1 2147483648", "1 1 5"}) {
    const std::string message = uci_refusal(start + bad + "\n");
    EXPECT_TRUE(message.starts_with("docword.txt line 5: ")) << bad << " gave: " << message;
  }
  EXPECT_EQ(uci_refusal(start + "2 1 2147483647\n"), "");
}

TEST(UciReader, RefusesARepeatedWordAlsoBetweenOthers) {
  const std::string message = uci_refusal("2\n3\n3\n1 2 1\n1 1 1\n1 2 1\n");
  EXPECT_EQ(message, "docword.txt line 6: the document already has this word");
  EXPECT_EQ(uci_refusal("2\n3\n2\n1 2 1\n2 2 1\n"), "");
}

TEST(UciReader, RefusesDocumentsOutOfOrder) {
  EXPECT_TRUE(uci_refusal("2\n3\n2\n2 1 1\n1 1 1\n").starts_with("docword.txt line 5: "));
}

TEST(UciReader, RefusesMissingAndTrailingLines) {
  EXPECT_EQ(uci_refusal("2\n3\n3\n1 1 1\n1 2 1\n"),
            "docword.txt: the file ends after 2 of 3 counts; it is incomplete");
  EXPECT_EQ(uci_refusal("2\n3\n1\n1 1 1\n\n2 1 1\n"),
            "docword.txt line 6: there are more lines than the 1 counts of the header");
}

TEST(UciReader, RefusesABadHeader) {
  EXPECT_EQ(uci_refusal(""), "docword.txt: the file ends within its header of three lines");
  EXPECT_EQ(uci_refusal("2\n3\n"), "docword.txt: the file ends within its header of three lines");
  EXPECT_TRUE(uci_refusal("2 3 1\n1 1 1\n").starts_with("docword.txt line 1: "));
  EXPECT_TRUE(uci_refusal("-2\n3\n0\n").starts_with("docword.txt line 1: "));
  EXPECT_TRUE(uci_refusal("two\n3\n0\n").starts_with("docword.txt line 1: "));
  EXPECT_TRUE(uci_refusal("2\n3\n99999999999999999999\n").starts_with("docword.txt line 3: "));
}

TEST(UciReader, SaysBothNumbersWhenTheWordListDoesNotFit) {
  EXPECT_EQ(uci_refusal("2\n4\n0\n"),
            "docword.txt line 2: the header says 4 words, but vocab.txt has 3; give the right list "
            "with `word-list`");
}

TEST(UciReader, DoesNotBelieveInEndlessEmptyDocuments) {
  EXPECT_TRUE(uci_refusal("100000000000\n3\n1\n1 1 1\n").starts_with("docword.txt line 1: "));
  EXPECT_TRUE(
      uci_refusal("100000000000\n3\n1\n100000000000 1 1\n").starts_with("docword.txt line 4: "));
}

}  // namespace
}  // namespace dplda
