#include "text/detect.h"

#include <gtest/gtest.h>

#include "base/errors.h"

namespace dplda {
namespace {

InputFormat detected(std::string_view head, const std::string& path = "-") {
  return detect_format(head, path, "text");
}

TEST(Detect, KnowsFormatsByTheirContent) {
  EXPECT_EQ(detected("It was a dark night.\nAnother."), InputFormat::kText);
  EXPECT_EQ(detected("id,text\n1,hello\n"), InputFormat::kCsv);
  EXPECT_EQ(detected("\xEF\xBB\xBF\"id\",\"text\"\r\n1,hello\n"), InputFormat::kCsv);
  EXPECT_EQ(detected("label\tauthor\ttext\n1\tx\thello, there\n"), InputFormat::kTsv);
  EXPECT_EQ(detected("{\"text\": \"hello\"}\n"), InputFormat::kNdjson);
  EXPECT_EQ(detected("{\"text\": \"cut off in the mid"), InputFormat::kNdjson);
  EXPECT_EQ(detected("3\n2\n4\n1 1 2\n"), InputFormat::kUci);
  EXPECT_EQ(detected("2 0:1 5:3\n1 2:2\n"), InputFormat::kLdaC);
  EXPECT_EQ(detected("%%MatrixMarket matrix coordinate integer general\n"),
            InputFormat::kMatrixMarket);
  EXPECT_EQ(detected("PK\x03\x04rest"), InputFormat::kNpz);
  EXPECT_EQ(detected(""), InputFormat::kText);
}

TEST(Detect, TheNameDecidesOnlyBetweenTextAndTables) {
  EXPECT_EQ(detected("a,b\n1,2\n", "x/data.csv.gz"), InputFormat::kCsv);
  EXPECT_EQ(detected("a\tb\n", "data.tsv"), InputFormat::kTsv);
  EXPECT_EQ(detected("a,text\n", "notes.txt"), InputFormat::kText);
  EXPECT_EQ(detected("{\"text\":\"x\"}\n", "notes.txt"), InputFormat::kNdjson);
  EXPECT_EQ(detected("3\n2\n4\n1 1 2\n", "counts.csv"), InputFormat::kUci);
}

TEST(Detect, TextThatResemblesAFormatIsText) {
  EXPECT_EQ(detected("text\nhello\n"), InputFormat::kText);  // one column names nothing
  EXPECT_EQ(detected("{braces} in a sentence\n"), InputFormat::kText);
  EXPECT_EQ(detected("some text, with commas\n"), InputFormat::kText);
  EXPECT_EQ(detected("3\n2\n4\nfour little words here\n"), InputFormat::kText);
  EXPECT_EQ(detected("[Music]\n"), InputFormat::kText);
}

TEST(Detect, AJsonArrayIsRefusedWithAdvice) {
  EXPECT_THROW(detected("[\n {\"text\": 1}]"), InputError);
  EXPECT_EQ(detected("[\n {\"text\": 1}]", "x.txt"), InputFormat::kText);
}

TEST(Detect, NamesAndFormatsCorrespond) {
  for (const auto& name : format_names()) EXPECT_EQ(name_of(format_from_name(name)), name);
  EXPECT_EQ(format_names().size(), 8u);
  EXPECT_THROW(format_from_name("pdf"), InputError);
}

}  // namespace
}  // namespace dplda
