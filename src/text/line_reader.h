// The lines of a byte stream, with their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace dplda {

// Longest line that is read unless the caller says otherwise, in bytes.
inline constexpr std::size_t kLongestLine = std::size_t{64} << 20;

class LineReader {
 public:
  // Reads lines of at most `longest` bytes, their end not counted.
  explicit LineReader(std::unique_ptr<ByteSource> input, std::size_t longest = kLongestLine);

  // The next line without its end ("\n" or "\r\n"), valid until the next call; false at the end of
  // the stream. A last line needs no end. Throws InputError for a line that is too long.
  bool next(std::string_view& line);

  // The number of the line that next() gave last, from 1; 0 before the first.
  std::uint64_t number() const { return number_; }
  // What the stream is called in messages.
  const std::string& name() const { return input_->name(); }

  // Throws InputError "NAME line N: `problem`" for the line that next() gave last.
  [[noreturn]] void fail(std::string_view problem) const { fail_at(number_, problem); }
  // The same for another line.
  [[noreturn]] void fail_at(std::uint64_t line_number, std::string_view problem) const;

 private:
  std::string_view take(std::size_t end);
  bool refill();

  std::unique_ptr<ByteSource> input_;
  std::size_t longest_;
  std::uint64_t number_ = 0;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // unread bytes are buffer_[begin_, end_)
  std::size_t end_ = 0;
};

}  // namespace dplda
