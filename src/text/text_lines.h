// The lines of a text file: valid UTF-8, without a byte order mark.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "text/line_reader.h"
#include "text/text_readers.h"

namespace dplda {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
inline constexpr std::string_view kNotUtf8 =
    "not valid UTF-8; save the file as UTF-8 or pass `invalid-utf8 replace`";

class TextLines {
 public:
  TextLines(std::unique_ptr<ByteSource> input, const TextLimits& limits);

  // As LineReader; throws InputError also for a line that is not UTF-8, unless bytes are replaced.
  bool next(std::string_view& line);

  std::uint64_t number() const { return lines_.number(); }
  const std::string& name() const { return lines_.name(); }
  [[noreturn]] void fail(std::string_view problem) const { lines_.fail(problem); }
  [[noreturn]] void fail_at(std::uint64_t line_number, std::string_view problem) const {
    lines_.fail_at(line_number, problem);
  }

 private:
  LineReader lines_;
  InvalidUtf8 invalid_utf8_;
  std::string replaced_;
};

}  // namespace dplda
