// UTF-8 to code points and back, strictly: no surrogates, no overlong forms, nothing above
// U+10FFFF.
#pragma once

#include <string>
#include <string_view>

namespace dplda {

// Reads the code point at the front of `text` and removes it; false if there is no valid one.
// REQUIRES: `text` is not empty.
bool next_code_point(std::string_view& text, char32_t& code_point);

bool is_utf8(std::string_view text);

// How many code points a text has. REQUIRES: is_utf8(text).
std::size_t code_points(std::string_view text);

// False, and nothing is appended, if the number is no code point (a surrogate, above U+10FFFF).
bool append_utf8(char32_t code_point, std::string& text);

}  // namespace dplda
