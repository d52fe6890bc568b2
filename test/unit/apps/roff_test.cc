#include "apps/cli/roff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace dplda::cli {
namespace {

TEST(RoffText, NothingInItIsARequestOrAnEscape) {
  EXPECT_EQ(roff_text(".so /etc/passwd"), "\\&.so /etc/passwd\n");
  EXPECT_EQ(roff_text("'tis \\fBold"), "\\(aqtis \\efBold\n");
  EXPECT_EQ(roff_text("a \"b\" `c` ^ ~"), "a \\(dqb\\(dq \\(gac\\(ga \\(ha \\(ti\n");
}

TEST(RoffText, HyphensCanBeTyped) {
  EXPECT_EQ(roff_text("--no-ledger"), "\\-\\-no\\-ledger\n");
  EXPECT_EQ(roff_bold("-o"), "\\fB\\-o\\fR");
}

TEST(RoffText, LinesAreShortAndNoneBeginsARequest) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += ".x ";
  std::istringstream lines(roff_text(text));
  int words = 0;
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_LE(line.size(), 78U);
    EXPECT_TRUE(line.starts_with("\\&.x")) << line;
    EXPECT_FALSE(line.ends_with(' '));
    words += static_cast<int>(std::count(line.begin(), line.end(), 'x'));
  }
  EXPECT_EQ(words, 200);
  EXPECT_GE(count, 200 * 3 / 78);
}

TEST(RoffText, AWordLongerThanALineStaysWhole) {
  EXPECT_EQ(roff_text("a " + std::string(100, 'x')), "a\n" + std::string(100, 'x') + "\n");
}

}  // namespace
}  // namespace dplda::cli
