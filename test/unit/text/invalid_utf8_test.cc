#include "text/invalid_utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace dplda {
namespace {

TEST(InvalidUtf8, FindsTheFirstByteThatIsNotValidWhereverItStands) {
  const std::string bad[] = {"\xFF", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80",
                             "\x80"};
  for (std::size_t before = 0; before < 20; ++before) {
    for (const auto& filler : {std::string(before, 'a'), std::string(before, 'a') + "é漢😀"}) {
      EXPECT_EQ(valid_utf8_prefix(filler), filler.size());
      EXPECT_EQ(valid_utf8_prefix(filler + "0123456789"), filler.size() + 10);
      for (const auto& bytes : bad)
        EXPECT_EQ(valid_utf8_prefix(filler + bytes + "tail of the text"), filler.size());
    }
  }
}

TEST(InvalidUtf8, ReplacesEachByteThatIsNotValid) {
  std::string out;
  replace_invalid_utf8("a\xFF\xFEz\xC3", out);
  EXPECT_EQ(out, "a\uFFFD\uFFFDz\uFFFD");
  replace_invalid_utf8("déjà", out);
  EXPECT_EQ(out, "déjà");
}

TEST(InvalidUtf8, TextIsMadeValidOnlyWhereThatIsAllowed) {
  std::string replaced;
  for (const InvalidUtf8 rule : {InvalidUtf8::kError, InvalidUtf8::kReplace}) {
    const std::string_view valid = "déjà";
    std::string_view text = valid;
    EXPECT_TRUE(made_valid_utf8(text, rule, replaced));
    EXPECT_EQ(text.data(), valid.data());
    text = "a\xFFz";
    EXPECT_EQ(made_valid_utf8(text, rule, replaced), rule == InvalidUtf8::kReplace);
    EXPECT_EQ(text, rule == InvalidUtf8::kReplace ? "a\uFFFDz" : "a\xFFz");
  }
}

}  // namespace
}  // namespace dplda
