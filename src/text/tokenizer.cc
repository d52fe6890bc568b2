#include "text/tokenizer.h"

#include <utf8proc.h>

#include <algorithm>

namespace dplda {

namespace {

constexpr std::int32_t kRightQuote = 0x2019;
constexpr std::int32_t kZeroWidthSpace = 0x200B;
// A run of more bytes is left out unread: no word of 64 letters is written with so many.
constexpr std::size_t kLongestRun = 1024;

enum class CodePointClass { kSeparator, kLetter, kMark, kDigit, kApostrophe, kInvisible };

CodePointClass class_of(std::int32_t code_point) {
  if (code_point == '\'' || code_point == kRightQuote) return CodePointClass::kApostrophe;
  if (code_point == kZeroWidthSpace) return CodePointClass::kSeparator;
  const utf8proc_property_t* property = utf8proc_get_property(code_point);
  if (property->ignorable) return CodePointClass::kInvisible;
  switch (property->category) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return CodePointClass::kLetter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return CodePointClass::kMark;
    case UTF8PROC_CATEGORY_ND:
      return CodePointClass::kDigit;
    default:
      return CodePointClass::kSeparator;
  }
}

// The class of the code point at `at` and its size in bytes; a byte that is not UTF-8 separates.
std::pair<CodePointClass, std::ptrdiff_t> class_at(const char* at, const char* end) {
  utf8proc_int32_t code_point = 0;
  const auto size =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(at), end - at, &code_point);
  if (size <= 0) return {CodePointClass::kSeparator, 1};
  return {class_of(code_point), size};
}

utf8proc_int32_t straight_apostrophe(utf8proc_int32_t code_point, void*) {
  return code_point == kRightQuote ? '\'' : code_point;
}

}  // namespace

bool Tokenizer::separates(const char* at, const char* end) {
  return class_at(at, end).first == CodePointClass::kSeparator;
}

const char* Tokenizer::cut_unicode(const char* begin, const char* end) {
  unicode_text_.clear();
  unicode_words_.clear();
  const char* at = begin;
  while (at != end) {
    const auto [kind, size] = class_at(at, end);
    if (kind == CodePointClass::kSeparator) {
      if (at == begin) return at + size;
      break;
    }
    at += size;
  }
  const auto size = static_cast<std::size_t>(at - begin);
  if (size > kLongestRun) return at;
  fold({begin, size});
  cut_folded();
  return at;
}

// NFKC_Casefold of `run` into folded_; empty if it is not UTF-8.
void Tokenizer::fold(std::string_view run) {
  constexpr auto kFolding = static_cast<utf8proc_option_t>(
      UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(run.data());
  const auto length = static_cast<utf8proc_ssize_t>(run.size());
  folded_.resize(std::max<std::size_t>(folded_.capacity(), 256));
  for (;;) {
    const auto room = static_cast<utf8proc_ssize_t>(folded_.size());
    const auto size = utf8proc_decompose_custom(bytes, length, folded_.data(), room, kFolding,
                                                straight_apostrophe, nullptr);
    if (size > room) {
      folded_.resize(static_cast<std::size_t>(size));
      continue;
    }
    const auto composed = size < 0 ? 0 : utf8proc_normalize_utf32(folded_.data(), size, kFolding);
    folded_.resize(static_cast<std::size_t>(composed));
    return;
  }
}

// Cuts folded_ into words. Folding can bring separators in: U+FDFA becomes a phrase.
void Tokenizer::cut_folded() {
  std::size_t start = 0;
  std::size_t code_points = 0;
  bool has_letter = false;
  const auto joins = [](CodePointClass c) {
    return c == CodePointClass::kLetter || c == CodePointClass::kMark;
  };
  auto previous = CodePointClass::kSeparator;
  for (std::size_t i = 0; i < folded_.size(); ++i) {
    const auto here = class_of(folded_[i]);
    const bool inside_apostrophe = here == CodePointClass::kApostrophe && code_points > 0 &&
                                   joins(previous) && i + 1 < folded_.size() &&
                                   class_of(folded_[i + 1]) == CodePointClass::kLetter;
    // A mark without a letter before it belongs to a separator.
    const bool part = here == CodePointClass::kLetter || here == CodePointClass::kDigit ||
                      (here == CodePointClass::kMark && code_points > 0) || inside_apostrophe;
    previous = here;
    if (!part) {
      end_word(start, code_points, has_letter);
      start = unicode_text_.size();
      code_points = 0;
      has_letter = false;
      continue;
    }
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto size = utf8proc_encode_char(folded_[i], bytes.data());
    unicode_text_.append(reinterpret_cast<const char*>(bytes.data()),
                         static_cast<std::size_t>(size));
    ++code_points;
    has_letter = has_letter || here == CodePointClass::kLetter;
  }
  end_word(start, code_points, has_letter);
}

void Tokenizer::end_word(std::size_t start, std::size_t code_points, bool has_letter) {
  if (has_letter && code_points >= min_length_ && code_points <= kLongestWord)
    unicode_words_.emplace_back(start, unicode_text_.size() - start);
}

}  // namespace dplda
