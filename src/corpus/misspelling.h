// Plausible slips of the pen, for synthetic notes.
#pragma once

#include <string>
#include <string_view>

#include "base/random.h"

namespace dplda {

// Appends a phrase of lower-case ASCII words. Each word of five letters or more is misspelt with
// probability 3 in 200: two neighbouring letters swapped, one left out, one doubled, or a vowel
// mistaken for another; never the first letter or the last. A misspelt word differs from the word.
void append_misspelt(std::string_view phrase, RandomStream& stream, std::string& out);

// The word with one such slip. REQUIRES: word.size() >= 5.
std::string misspelt(std::string_view word, RandomStream& stream);

}  // namespace dplda
