#include "text/word_list.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <string_view>

#include "base/errors.h"
#include "base/files.h"
#include "text/line_reader.h"

namespace dplda {

namespace {

constexpr std::size_t kLongestWord = 4096;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    utf8proc_int32_t code_point = 0;
    const auto used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &code_point);
    if (used <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(used));
  }
  return true;
}

}  // namespace

WordList read_word_list(const std::string& path) {
  LineReader lines(open_input(path), kLongestWord);
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
