// Cuts text into words.
//
// A word is a maximal run of letters, the marks on them and digits, with at least one letter; an
// apostrophe (' or U+2019, written ') belongs to it where it stands between two letters. Everything
// else, the hyphen, the underscore and NUL among it, separates words; invisible characters such as
// the soft hyphen are taken out. Words are compatibility-composed and case-folded (Unicode's
// NFKC_Casefold): "Ｄｏｎ’ｔ" is "don't", "Straße" is "strasse". Words with fewer than `min_length`
// or more than kLongestWord code points are left out.
//
// Scripts that are written without spaces (Han, kana, Thai) are not segmented: a run between
// separators is one word. Such text wants spaces between its words before it comes here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dplda {

// In code points, after folding.
inline constexpr std::size_t kLongestWord = 64;
static_assert(kLongestWord % 8 == 0);

// What a byte of UTF-8 is to the tokenizer.
enum ByteClass : std::uint8_t {
  kSeparatorByte = 0,
  kLetterByte = 1,
  kDigitByte = 2,
  kApostropheByte = 4,
  kHighByte = 8,  // part of a code point beyond ASCII
};

inline constexpr std::array<std::uint8_t, 256> kByteClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = kLetterByte;
  for (unsigned c = 'A'; c <= 'Z'; ++c) classes[c] = kLetterByte;
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigitByte;
  classes['\''] = kApostropheByte;
  for (unsigned c = 0x80; c < 256; ++c) classes[c] = kHighByte;
  return classes;
}();

class Tokenizer {
 public:
  explicit Tokenizer(std::size_t min_length = 2) : min_length_(min_length) {}

  // Calls on_word(std::string_view) for every word of `text` in order; the view is valid during the
  // call. Bytes that are not UTF-8 separate words. Not re-entrant.
  template <class OnWord>
  void cut(std::string_view text, OnWord&& on_word);

 private:
  // The letters, digits and apostrophes from..from+size in lower case: upper-case letters differ in
  // bit 5, which digits and ' have set. Eight at a time where [from, end) has room, for speed and
  // because whoever hashes the word would wait for single bytes to reach memory. REQUIRES: `to` has
  // kLongestWord bytes.
  static void lower_ascii(const char* from, std::size_t size, const char* end, char* to);
  // Cuts the run that starts at `begin` by Unicode's rules into unicode_words_; returns its end.
  // REQUIRES: begin < end, and no word of `begin`'s run started before it.
  const char* cut_unicode(const char* begin, const char* end);
  // Whether the code point at `at`, beyond ASCII, ends a word. REQUIRES: at < end.
  static bool separates(const char* at, const char* end);
  void fold(std::string_view run);
  void cut_folded();
  void end_word(std::size_t start, std::size_t code_points, bool has_letter);

  std::size_t min_length_;
  std::vector<std::int32_t> folded_;  // code points of the run
  std::string unicode_text_;          // the words of the run, end to end
  std::vector<std::pair<std::size_t, std::size_t>> unicode_words_;  // start and size of each
};

template <class OnWord>
void Tokenizer::cut(std::string_view text, OnWord&& on_word) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto class_at = [end](const char* p) -> unsigned {
    return p == end ? 0U : kByteClasses[static_cast<unsigned char>(*p)];
  };
  std::array<char, kLongestWord> word;
  while (at != end) {
    unsigned here = class_at(at);
    if ((here & (kLetterByte | kDigitByte | kHighByte)) == 0) {
      ++at;
      continue;
    }
    const char* const begin = at;
    const char* high = at;  // where the run leaves ASCII, if it does
    unsigned seen = 0;
    for (;;) {
      while ((here & (kLetterByte | kDigitByte)) != 0) {
        seen |= here;
        here = class_at(++at);
      }
      high = at;
      if (here != kApostropheByte || class_at(at - 1) != kLetterByte) break;
      high = at + 1;
      here = class_at(high);
      if (here != kLetterByte) break;
      ++at;
    }
    const auto size = static_cast<std::size_t>(at - begin);
    if (here == kHighByte && (size == 0 || !separates(high, end))) {
      at = cut_unicode(begin, end);
      for (const auto& [start, length] : unicode_words_)
        on_word(std::string_view(unicode_text_).substr(start, length));
    } else if ((seen & kLetterByte) != 0 && size >= min_length_ && size <= kLongestWord) {
      lower_ascii(begin, size, end, word.data());
      on_word(std::string_view(word.data(), size));
    }
  }
}

inline void Tokenizer::lower_ascii(const char* from, std::size_t size, const char* end, char* to) {
  if (end - from < static_cast<std::ptrdiff_t>(kLongestWord)) {
    for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<char>(from[i] | 0x20);
    return;
  }
  for (std::size_t i = 0; i < size; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, from + i, 8);
    eight |= 0x2020202020202020;
    std::memcpy(to + i, &eight, 8);
  }
}

}  // namespace dplda
