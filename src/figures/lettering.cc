#include "figures/lettering.h"

#include "base/utf8.h"

namespace dplda {
namespace {

// In ems; after the widest of the common sans-serif faces.
double advance(char32_t code_point) {
  constexpr std::u32string_view kNarrow = U" .,:;'|!()[]/iljtfrI";
  constexpr std::u32string_view kWide = U"mwMW@%";
  if (kNarrow.find(code_point) != std::u32string_view::npos) return 0.38;
  if (kWide.find(code_point) != std::u32string_view::npos) return 0.92;
  if (code_point >= 'A' && code_point <= 'Z') return 0.7;
  if (code_point < 0x1100) return 0.6;
  return code_point >= 0x2000 && code_point < 0x2600 ? 0.6 : 1.05;
}

}  // namespace

double text_width(std::string_view text, double size) {
  double ems = 0;
  while (!text.empty()) {
    char32_t code_point = 'x';
    if (!next_code_point(text, code_point)) text.remove_prefix(1);
    ems += advance(code_point);
  }
  return ems * size;
}

std::vector<std::string> wrapped(std::string_view text, double size, double width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.empty()) continue;
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (const std::string longer = line + ' ' + std::string(word);
               text_width(longer, size) <= width) {
      line = longer;
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

}  // namespace dplda
