#include "text/invalid_utf8.h"

#include <cstdint>
#include <cstring>

#include "base/utf8.h"

namespace dplda {

std::size_t valid_utf8_prefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::string_view rest = text;
  std::uint64_t eight = 0;
  char32_t code_point = 0;
  while (!rest.empty()) {
    if (rest.size() >= 8) {
      std::memcpy(&eight, rest.data(), 8);
      if ((eight & kHighBits) == 0) {
        rest.remove_prefix(8);
        continue;
      }
    }
    if (!next_code_point(rest, code_point)) break;
  }
  return text.size() - rest.size();
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

bool made_valid_utf8(std::string_view& text, InvalidUtf8 rule, std::string& replaced) {
  if (valid_utf8_prefix(text) == text.size()) return true;
  if (rule == InvalidUtf8::kError) return false;
  replace_invalid_utf8(text, replaced);
  text = replaced;
  return true;
}

}  // namespace dplda
