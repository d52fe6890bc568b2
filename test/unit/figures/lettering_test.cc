#include "figures/lettering.h"

#include <gtest/gtest.h>

#include <string>

namespace dplda {
namespace {

TEST(Lettering, LinesKeepEveryWordAndAreNotTooWide) {
  const std::string text = "the words of a line that is far too long for its place";
  const auto lines = wrapped(text, 12, 100);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_LE(text_width(line, 12), 100);
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
  EXPECT_GT(lines.size(), 2u);
  EXPECT_EQ(wrapped("", 12, 100).size(), 1u);
  EXPECT_EQ(wrapped("a incomprehensibilities b", 12, 30).size(), 3u);
}

}  // namespace
}  // namespace dplda
