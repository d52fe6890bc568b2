// Whether bytes are UTF-8, and what to do where they are not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dplda {

enum class InvalidUtf8 { kError, kReplace };

// The length of the longest valid UTF-8 prefix that ends between two code points: text.size() if
// all of it is valid.
std::size_t valid_utf8_prefix(std::string_view text);

// `text` into `out`, with each byte that belongs to no valid sequence replaced by U+FFFD.
void replace_invalid_utf8(std::string_view text, std::string& out);

}  // namespace dplda
