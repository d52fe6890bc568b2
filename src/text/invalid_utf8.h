// What to do with bytes that are not UTF-8.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/options.h"

namespace dplda {

enum class InvalidUtf8 { kError, kReplace };

template <>
struct ChoiceNames<InvalidUtf8> {
  static constexpr std::array<std::pair<std::string_view, InvalidUtf8>, 2> kNames = {
      {{"error", InvalidUtf8::kError}, {"replace", InvalidUtf8::kReplace}}};
};

// The length of the longest valid UTF-8 prefix that ends between two code points: text.size() if
// all of it is valid. Eight bytes at a time while they are ASCII.
std::size_t valid_utf8_prefix(std::string_view text);

// `text` into `out`, with each byte that belongs to no valid sequence replaced by U+FFFD.
void replace_invalid_utf8(std::string_view text, std::string& out);

// Leaves valid UTF-8 in `text`: what it is, or `replaced`, where that rule made it so. False if it
// is not valid and may not be replaced.
bool made_valid_utf8(std::string_view& text, InvalidUtf8 rule, std::string& replaced);

}  // namespace dplda
