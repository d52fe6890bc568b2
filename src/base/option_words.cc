#include "base/option_words.h"

#include <algorithm>

namespace dplda {
namespace {

bool is_name(std::string_view text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between = i > 0 && i + 1 < text.size() && text[i - 1] != '-';
    if (!allowed(text[i]) && !(text[i] == '-' && between)) return false;
  }
  return !text.empty() && text.front() >= 'a';
}

}  // namespace

std::string with_options(std::string_view text, const OptionSpelling& spell) {
  std::string spelled;
  while (true) {
    const std::size_t open = text.find('`');
    const std::size_t close = open == text.npos ? open : text.find('`', open + 1);
    if (close == text.npos) return spelled.append(text);
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    const std::size_t space = std::min(inside.find(' '), inside.size());
    const std::string_view name = inside.substr(0, space);
    const std::string_view value = inside.substr(std::min(space + 1, inside.size()));
    spelled.append(text.substr(0, open));
    if (is_name(name)) {
      spelled.append(spell(name, value));
      text.remove_prefix(close + 1);
    } else {
      spelled.push_back('`');
      text.remove_prefix(open + 1);
    }
  }
}

}  // namespace dplda
