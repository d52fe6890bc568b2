#include "corpus/misspelling.h"

#include <algorithm>

namespace dplda {

std::string misspelt(std::string_view word, RandomStream& stream) {
  std::string result(word);
  const std::size_t at = 1 + stream.below(word.size() - 2);
  switch (stream.below(4)) {
    case 0:
      if (at + 2 < word.size()) std::swap(result[at], result[at + 1]);
      break;
    case 1:
      result.erase(at, 1);
      break;
    case 2: {
      // Vowels that sound alike: a and e, i for e, y for i, o and u.
      constexpr std::string_view kVowels = "aeiyou", kMistaken = "eaeiuo";
      const std::size_t vowel = kVowels.find(result[at]);
      if (vowel != std::string_view::npos) result[at] = kMistaken[vowel];
      break;
    }
    default:
      break;
  }
  if (result == word) result.insert(at, 1, result[at]);
  return result;
}

void append_misspelt(std::string_view phrase, RandomStream& stream, std::string& out) {
  while (!phrase.empty()) {
    const std::string_view word = phrase.substr(0, phrase.find(' '));
    if (word.size() >= 5 && stream.below(200) < 3) {
      out += misspelt(word, stream);
    } else {
      out += word;
    }
    phrase.remove_prefix(word.size());
    if (!phrase.empty()) {
      out += ' ';
      phrase.remove_prefix(1);
    }
  }
}

}  // namespace dplda
