#include "text/word_list.h"

#include <fmt/format.h>

#include <string_view>

#include "base/files.h"
#include "base/utf8.h"
#include "text/line_reader.h"
#include "text/text_lines.h"

namespace dplda {

namespace {

constexpr std::size_t kLongestEntry = 4096;

}  // namespace

WordList read_word_list(const std::string& path) {
  LineReader lines(open_input(path), kLongestEntry);
  WordList list{.words = {}, .source = path};
  std::uint64_t first_empty = 0;
  std::string_view line;
  while (lines.next(line)) {
    if (lines.number() == 1 && line.starts_with(kByteOrderMark)) {
      line.remove_prefix(kByteOrderMark.size());
    }
    if (line.empty()) {
      if (first_empty == 0) first_empty = lines.number();
      continue;
    }
    if (first_empty != 0) {
      lines.fail_at(first_empty, "the line is empty; a word list has one word on every line");
    }
    if (!is_utf8(line)) lines.fail("the word is not valid UTF-8; convert the file to UTF-8");
    list.words.emplace_back(line);
  }
  return list;
}

std::vector<std::string> decimal_names(std::size_t words) {
  std::vector<std::string> names;
  names.reserve(words);
  for (std::size_t id = 0; id < words; ++id) names.push_back(fmt::to_string(id));
  return names;
}

}  // namespace dplda
