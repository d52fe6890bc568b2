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

const std::string kInteger = "%%MatrixMarket matrix coordinate integer general\n";
const std::string kReal = "%%MatrixMarket matrix coordinate real general\n";
const std::string kPattern = "%%MatrixMarket matrix coordinate pattern general\n";

PlainBags read_mtx(const std::string& bytes, std::optional<WordList> names = {}) {
  return read_all(*open_matrix_market(chunked(bytes, "a.mtx"), std::move(names)));
}

std::string mtx_refusal(const std::string& bytes, std::optional<WordList> names = {}) {
  return input_error([&] { read_mtx(bytes, std::move(names)); });
}

TEST(MatrixMarketReader, GivesTheSameDocumentsForRowMajorAndColumnMajorFiles) {
  EXPECT_EQ(read_mtx(kInteger + "3 3 3\n1 1 2\n1 3 1\n3 2 7\n"), test::kThreeBags);
  EXPECT_EQ(read_mtx(kInteger + "3 3 3\n1 1 2\n3 2 7\n1 3 1\n"), test::kThreeBags);
  EXPECT_EQ(read_mtx(kInteger + "3 3 3\n3 2 7\n1 3 1\n1 1 2\n"), test::kThreeBags);
}

TEST(MatrixMarketReader, SkipsCommentsAndBlankLinesAndReadsTheBannerInAnyCase) {
  EXPECT_EQ(read_mtx("%%matrixmarket MATRIX Coordinate Integer General\r\n% by hand\n\n3 3 3\r\n"
                     "1 1 2\n% more\n\n1 3 1\n 3\t2 7 \n\n"),
            test::kThreeBags);
}

TEST(MatrixMarketReader, ReadsRealValuesThatAreWhole) {
  EXPECT_EQ(read_mtx(kReal + "3 3 3\n1 1 2.0\n1 3 1e0\n3 2 0.7E1\n"), test::kThreeBags);
}

TEST(MatrixMarketReader, CountsPatternEntriesOnce) {
  EXPECT_EQ(read_mtx(kPattern + "1 2 2\n1 2\n1 1\n").documents,
            (std::vector<PlainBag>{{{0, 1}, {1, 1}}}));
  EXPECT_NE(mtx_refusal(kPattern + "1 2 1\n1 2 1\n"), "");
}

TEST(MatrixMarketReader, DropsZerosAndAddsEntriesOfOnePlace) {
  EXPECT_EQ(read_mtx(kInteger + "3 3 6\n1 1 1\n2 2 0\n1 3 1\n3 2 3\n1 1 1\n3 2 4\n"),
            test::kThreeBags);
  EXPECT_NE(mtx_refusal(kInteger + "1 1 2\n1 1 2147483647\n1 1 1\n"), "");
}

TEST(MatrixMarketReader, RefusesOtherKindsOfMatrices) {
  for (const std::string banner : {"", "3 3 3", "%%MatrixMarket matrix array real general",
                                   "%%MatrixMarket matrix coordinate complex general",
                                   "%%MatrixMarket matrix coordinate integer symmetric",
                                   "%%MatrixMarket vector coordinate integer general",
                                   "%MatrixMarket matrix coordinate integer general"}) {
    EXPECT_TRUE(mtx_refusal(banner + "\n1 1 1\n1 1 1\n").starts_with("a.mtx line 1: ")) << banner;
  }
}

TEST(MatrixMarketReader, NamesFileAndLineOfEveryBadEntry) {
  for (const std::string bad :
       {"1", "1 1", "x 1 1", "1 1 x", "0 1 1", "4 1 1", "1 0 1", "1 4 1", "1 1 -1", "1 1 1.5",
        "1 1 nan", "1 1 inf", "1 1 1e300", "1 1 2147483648", "1 1 2147483648.0", "1 1 1 1",
        "1 1 99999999999999999999", "-1 1 1"}) {
    const std::string message = mtx_refusal(kReal + "3 3 2\n2 2 1\n" + bad + "\n");
    EXPECT_TRUE(message.starts_with("a.mtx line 4: ")) << bad << " gave: " << message;
  }
}

TEST(MatrixMarketReader, RefusesMissingAndTrailingEntries) {
  EXPECT_EQ(mtx_refusal(kInteger + "3 3 2\n1 1 1\n"),
            "a.mtx: the file ends after 1 of 2 entries; it is incomplete");
  EXPECT_TRUE(mtx_refusal(kInteger + "3 3 1\n1 1 1\n2 2 2\n").starts_with("a.mtx line 4: "));
  EXPECT_NE(mtx_refusal(kInteger), "");
  EXPECT_NE(mtx_refusal(""), "");
}

TEST(MatrixMarketReader, TakesNamesIfThereAreAsManyAsColumns) {
  const WordList names{{"ant", "bee"}, "a.cols"};
  EXPECT_EQ(read_mtx(kInteger + "1 2 1\n1 1 1\n", names).words, names.words);
  EXPECT_EQ(mtx_refusal(kInteger + "1 3 1\n1 1 1\n", names),
            "a.mtx line 2: the matrix has 3 columns, but a.cols has 2 words; give the right list "
            "with `word-list`");
}

TEST(MatrixMarketReader, DoesNotBelieveInEndlessRowsColumnsAndEntries) {
  EXPECT_NE(mtx_refusal(kInteger + "100000000000000000 1 1\n1 1 1\n"), "");
  EXPECT_NE(mtx_refusal(kInteger + "100000000000000000 1 1\n100000000000000000 1 1\n"), "");
  EXPECT_NE(mtx_refusal(kInteger + "1 2000000000 1\n1 1 1\n"), "");
  EXPECT_NE(mtx_refusal(kInteger + "1 1 100000000000000000\n1 1 1\n"), "");
}

}  // namespace
}  // namespace dplda
