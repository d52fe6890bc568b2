#include "base/utf8.h"

#include <gtest/gtest.h>

namespace dplda {
namespace {

TEST(Utf8, EveryCodePointReadsBack) {
  for (char32_t code_point = 0; code_point <= 0x10ffff; ++code_point) {
    std::string text;
    if (!append_utf8(code_point, text)) {
      ASSERT_TRUE(code_point >= 0xd800 && code_point <= 0xdfff)
          << static_cast<std::uint32_t>(code_point);
      continue;
    }
    std::string_view rest = text;
    char32_t back = 0;
    ASSERT_TRUE(next_code_point(rest, back)) << static_cast<std::uint32_t>(code_point);
    ASSERT_EQ(back, code_point);
    ASSERT_TRUE(rest.empty());
    ASSERT_EQ(code_points(text), 1u);
  }
}

TEST(Utf8, MalformedTextIsRefused) {
  // A lone continuation, overlong forms, a surrogate, above U+10FFFF, cut short, no such byte.
  for (const char* text : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf",
                           "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3",
                           "\xe2\x82", "\xf0\x9f\x98", "\xff", "a\xc3(", "\xe2(\xa1"})
    EXPECT_FALSE(is_utf8(text)) << text;
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("na\xc3\xafve \xf0\x9f\x98\x80"));
  std::string text;
  EXPECT_FALSE(append_utf8(0x110000, text));
  EXPECT_TRUE(text.empty());
}

}  // namespace
}  // namespace dplda
