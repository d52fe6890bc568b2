#include "text/text_lines.h"

#include <utility>

namespace dplda {

TextLines::TextLines(std::unique_ptr<ByteSource> input, const TextLimits& limits)
    : lines_(std::move(input), static_cast<std::size_t>(limits.longest)),
      invalid_utf8_(limits.invalid_utf8) {}

bool TextLines::next(std::string_view& line) {
  if (!lines_.next(line)) return false;
  if (lines_.number() == 1 && line.starts_with(kByteOrderMark))
    line.remove_prefix(kByteOrderMark.size());
  if (!made_valid_utf8(line, invalid_utf8_, replaced_)) lines_.fail(kNotUtf8);
  return true;
}

}  // namespace dplda
