// Whole numbers in a line of ASCII text, read one after the other, fast.
#pragma once

#include <cstdint>
#include <string_view>

namespace dplda {

class NumberScanner {
 public:
  explicit NumberScanner(std::string_view line) : at_(line.data()), end_(at_ + line.size()) {}

  // The digits that come next, after any blanks; false if there are none or more than 18. A sign is
  // no digit.
  bool number(std::uint64_t& value) {
    skip_blanks();
    const char* first = at_;
    std::uint64_t sum = 0;
    while (at_ != end_ && is_digit(*at_)) {
      // Wraps around where there are too many digits, which is then refused.
      sum = sum * 10 + static_cast<std::uint64_t>(*at_ - '0');
      ++at_;
    }
    value = sum;
    return at_ != first && at_ - first <= kMostDigits;
  }

  // The same, and a blank or the end of the line must follow.
  bool number_alone(std::uint64_t& value) {
    return number(value) && (at_ == end_ || is_blank(*at_));
  }

  // Takes the character that comes next, if it is `expected`.
  bool take(char expected) {
    if (at_ == end_ || *at_ != expected) return false;
    ++at_;
    return true;
  }

  // The characters up to the next blank or the end of the line, after any blanks.
  std::string_view token() {
    skip_blanks();
    const char* first = at_;
    while (at_ != end_ && !is_blank(*at_)) ++at_;
    return {first, static_cast<std::size_t>(at_ - first)};
  }

  // Whether nothing but blanks is left.
  bool done() {
    skip_blanks();
    return at_ == end_;
  }

 private:
  static constexpr int kMostDigits = 18;  // always fit 64 bits
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }

  const char* at_;
  const char* end_;
};

}  // namespace dplda
