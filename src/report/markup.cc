#include "report/markup.h"

#include <fmt/format.h>

#include <cmath>

#include "base/utf8.h"

namespace dplda {
namespace {

// The characters of XML 1.0.
bool is_allowed(char32_t code_point) {
  if (code_point < 0x20) return code_point == '\t' || code_point == '\n' || code_point == '\r';
  return code_point != 0xfffe && code_point != 0xffff;
}

void append_escaped(char32_t code_point, std::string& text) {
  switch (code_point) {
    case '&':
      text += "&amp;";
      break;
    case '<':
      text += "&lt;";
      break;
    case '>':
      text += "&gt;";
      break;
    case '"':
      text += "&quot;";
      break;
    case '\'':
      text += "&#39;";
      break;
    default:
      append_utf8(code_point, text);
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    char32_t code_point = 0;
    if (!next_code_point(text, code_point)) {
      code_point = 0xfffd;
      text.remove_prefix(1);
    }
    if (is_allowed(code_point)) append_escaped(code_point, result);
  }
  return result;
}

std::string coordinate(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string shown(double value) {
  if (std::isnan(value)) return "not a number";
  const std::string size = std::isinf(value) ? "\u221e" : fmt::format("{:.6g}", std::abs(value));
  return value < 0 ? "\u2212" + size : size;
}

}  // namespace dplda
