#include "apps/cli/roff.h"

#include <sstream>

namespace dplda::cli {
namespace {

constexpr std::size_t kLineBytes = 78;

// Characters that troff would take for something else, or print as a look-alike.
std::string_view escape_of(char character) {
  switch (character) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    case '"':
      return "\\(dq";
    default:
      return {};
  }
}

std::string roff_escaped(std::string_view text) {
  std::string result;
  for (const char character : text) {
    const std::string_view escape = escape_of(character);
    if (escape.empty()) {
      result += character;
    } else {
      result += escape;
    }
  }
  return result;
}

}  // namespace

// A full stop that begins a line makes it a request; an apostrophe would, were it not escaped.
std::string roff_word(std::string_view text) {
  return (text.starts_with('.') ? "\\&" : "") + roff_escaped(text);
}

std::string roff_text(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string lines;
  std::string line;
  for (std::string word; words >> word;) {
    const std::string next = roff_escaped(word);
    if (!line.empty() && line.size() + 1 + next.size() > kLineBytes) {
      lines += line + '\n';
      line.clear();
    }
    line += line.empty() ? roff_word(word) : ' ' + next;
  }
  return lines + line + '\n';
}

std::string roff_bold(std::string_view text) { return "\\fB" + roff_escaped(text) + "\\fR"; }

std::string roff_italic(std::string_view text) { return "\\fI" + roff_escaped(text) + "\\fR"; }

}  // namespace dplda::cli
