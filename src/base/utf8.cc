#include "base/utf8.h"

#include <algorithm>

namespace dplda {

namespace {

constexpr char32_t kLastCodePoint = 0x10ffff;

bool is_surrogate(char32_t code_point) { return code_point >= 0xd800 && code_point <= 0xdfff; }

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

}  // namespace

bool next_code_point(std::string_view& text, char32_t& code_point) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) {
    code_point = first;
    text.remove_prefix(1);
    return true;
  }
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return false;
  code_point = first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(text[i])) return false;
    code_point = code_point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  }
  constexpr char32_t kLeast[] = {0x80, 0x800, 0x10000};
  if (code_point < kLeast[size - 2] || code_point > kLastCodePoint || is_surrogate(code_point))
    return false;
  text.remove_prefix(size);
  return true;
}

bool is_utf8(std::string_view text) {
  char32_t code_point = 0;
  while (!text.empty())
    if (!next_code_point(text, code_point)) return false;
  return true;
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !is_continuation(byte); }));
}

bool append_utf8(char32_t code_point, std::string& text) {
  if (code_point > kLastCodePoint || is_surrogate(code_point)) return false;
  const auto tail = [&](unsigned shift) {
    text.push_back(static_cast<char>(0x80 | (code_point >> shift & 0x3f)));
  };
  if (code_point < 0x80) {
    text.push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    text.push_back(static_cast<char>(0xc0 | code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    text.push_back(static_cast<char>(0xe0 | code_point >> 12));
    tail(6);
    tail(0);
  } else {
    text.push_back(static_cast<char>(0xf0 | code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

}  // namespace dplda
