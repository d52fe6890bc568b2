#include "text/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace dplda {

namespace {

// How many bytes at the front are ASCII, rounded down to a multiple of 8 if the rest is longer.
std::size_t ascii_prefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t at = 0;
  std::uint64_t eight = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::memcpy(&eight, text.data() + at, 8);
    if ((eight & kHighBits) != 0) return at;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

// The length of the valid sequence that starts at `at`, 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  utf8proc_int32_t code_point = 0;
  const auto length =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                       static_cast<utf8proc_ssize_t>(text.size() - at), &code_point);
  return length > 0 ? static_cast<std::size_t>(length) : 0;
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  for (;;) {
    at += ascii_prefix(text.substr(at));
    const std::size_t stop = std::min(text.size(), at + 8);
    while (at < stop) {
      const std::size_t length = sequence_length(text, at);
      if (length == 0) return at;
      at += length;
    }
    if (at >= text.size()) return at;
  }
}

void replace_invalid_utf8(std::string_view text, std::string& out) {
  out.clear();
  for (;;) {
    const std::size_t valid = valid_utf8_prefix(text);
    out.append(text.substr(0, valid));
    if (valid == text.size()) return;
    out.append("\xEF\xBF\xBD");
    text.remove_prefix(valid + 1);
  }
}

}  // namespace dplda
