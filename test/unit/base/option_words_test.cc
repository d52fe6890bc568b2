#include "base/option_words.h"

#include <gtest/gtest.h>

namespace dplda {
namespace {

std::string marked(std::string_view name, std::string_view value) {
  return "<" + std::string(name) + "=" + std::string(value) + ">";
}

TEST(OptionWords, AreSpelledAsTheFrontEndWantsThem) {
  EXPECT_EQ(with_options("leave out `max-df`", marked), "leave out <max-df=>");
  EXPECT_EQ(with_options("`a` and `b 2 or 3`", marked), "<a=> and <b=2 or 3>");
}

TEST(OptionWords, LeaveEverythingElseAlone) {
  for (const char* text : {"", "no option", "one ` alone", "``", "`No`", "`-a`", "`a-`", "`a--b`",
                           "`a_b`", "`/path`", "a --flag of a command", "`` `", "`9`"}) {
    EXPECT_EQ(with_options(text, marked), text);
  }
}

TEST(OptionWords, AreFoundAfterABacktickOfSomethingElse) {
  EXPECT_EQ(with_options("file X`Y: raise `max-line`", marked), "file X`Y: raise <max-line=>");
}

}  // namespace
}  // namespace dplda
