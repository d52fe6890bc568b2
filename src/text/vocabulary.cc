#include "text/vocabulary.h"

#include <fmt/format.h>

#include <bit>
#include <functional>
#include <utility>

#include "base/errors.h"
#include "base/utf8.h"

namespace dplda {

namespace {

constexpr std::uint32_t kFree = 0xffffffff;

void check_word(const std::string& word, std::size_t id, const std::string& source) {
  const char* fault = word.empty()                           ? "is empty"
                      : word.find('\0') != std::string::npos ? "holds a NUL character"
                      : !is_utf8(word)                       ? "is not valid UTF-8"
                                                             : nullptr;
  if (fault != nullptr) throw InputError(fmt::format("{}: word {} {}", source, id + 1, fault));
}

}  // namespace

std::string_view name_of(VocabularyOrigin origin) {
  switch (origin) {
    case VocabularyOrigin::kData:
      return "data";
    case VocabularyOrigin::kPublic:
      return "public";
    case VocabularyOrigin::kPrivate:
      return "private";
    case VocabularyOrigin::kAssumedPublic:
      return "assumed-public";
  }
  return "data";
}

VocabularyOrigin origin_from_name(std::string_view name) {
  for (const auto origin : {VocabularyOrigin::kData, VocabularyOrigin::kPublic,
                            VocabularyOrigin::kPrivate, VocabularyOrigin::kAssumedPublic})
    if (name_of(origin) == name) return origin;
  throw InputError(fmt::format("'{}' is not an origin of a vocabulary", name));
}

Vocabulary::Vocabulary(std::vector<std::string> words, VocabularyOrigin origin,
                       const std::string& source)
    : words_(std::move(words)), origin_(origin) {
  if (words_.size() >= std::size_t{1} << 31)
    throw InputError(fmt::format("{}: there are 2^31 words or more", source));
  slots_.assign(std::bit_ceil(2 * words_.size() + 1), kFree);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t id = 0; id < words_.size(); ++id) {
    check_word(words_[id], id, source);
    std::size_t slot = std::hash<std::string_view>{}(words_[id]) & mask;
    for (; slots_[slot] != kFree; slot = (slot + 1) & mask)
      if (words_[slots_[slot]] == words_[id])
        throw InputError(
            fmt::format("{}: word {} is the same as word {}", source, id + 1, slots_[slot] + 1));
    slots_[slot] = static_cast<std::uint32_t>(id);
  }
}

std::optional<std::uint32_t> Vocabulary::find(std::string_view word) const {
  if (slots_.empty()) return std::nullopt;
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(word)&mask;
  for (; slots_[slot] != kFree; slot = (slot + 1) & mask)
    if (words_[slots_[slot]] == word) return slots_[slot];
  return std::nullopt;
}

}  // namespace dplda
