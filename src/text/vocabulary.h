// The words of a corpus: ids 0..size-1 in a fixed order, and where the list came from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dplda {

// Where a vocabulary came from decides what may be claimed for a model that shows it (PRIVACY.md).
enum class VocabularyOrigin {
  kData,           // chosen from the corpus itself, uncharged: exposes it
  kPublic,         // a list given by the user as public
  kPrivate,        // chosen from the corpus with noise, and charged
  kAssumedPublic,  // from the corpus or its format, stated by the user to be public
};

// The reserved word that stands for every token outside the vocabulary, where one is kept for them.
// No tokenizer produces it.
inline constexpr std::string_view kOtherWord = "<other>";

std::string_view name_of(VocabularyOrigin origin);
// Throws InputError for an unknown name.
VocabularyOrigin origin_from_name(std::string_view name);

// An immutable list of distinct words with look-up in both directions.
class Vocabulary {
 public:
  Vocabulary() = default;
  // Throws InputError (naming `source` and the word's number, from 1) if a word is empty, is not
  // valid UTF-8, holds a NUL or occurs twice, or there are 2^31 words or more.
  Vocabulary(std::vector<std::string> words, VocabularyOrigin origin,
             const std::string& source = "vocabulary");

  std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size()); }
  const std::string& word(std::uint32_t id) const { return words_[id]; }
  const std::vector<std::string>& words() const { return words_; }
  VocabularyOrigin origin() const { return origin_; }
  std::optional<std::uint32_t> find(std::string_view word) const;

  // Same words in the same order.
  bool operator==(const Vocabulary& other) const { return words_ == other.words_; }

 private:
  std::vector<std::string> words_;
  std::vector<std::uint32_t>
      slots_;  // open addressing: ids, hashed by word; a power of two of them
  VocabularyOrigin origin_ = VocabularyOrigin::kData;
};

}  // namespace dplda
