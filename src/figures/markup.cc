#include "figures/markup.h"

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
  std::string size = std::isinf(value) ? "\u221e" : fmt::format("{:.6g}", std::abs(value));
  if (const std::size_t e = size.find('e'); e != std::string::npos) {
    const std::string power = power_of_ten_text(std::stoi(size.substr(e + 1)));
    size = size.substr(0, e) == "1" ? power : size.substr(0, e) + "\u00b7" + power;
  }
  return value < 0 ? "\u2212" + size : size;
}

std::string power_of_ten_text(int exponent) {
  static constexpr const char* kDigits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                            "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = exponent < 0 ? "10\u207b" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent))) text += kDigits[digit - '0'];
  return text;
}

}  // namespace dplda
