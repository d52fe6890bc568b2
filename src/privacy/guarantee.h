// Whom an epsilon protects, and against what: no figure is printed without both (PRIVACY.md).
#pragma once

#include <string_view>

namespace dplda {

// What differs between neighbouring data.
enum class Unit {
  kWord,      // one token of the prepared corpus replaced by another word of the vocabulary
  kPresence,  // one word present or absent in one contributor's document
  kDocument,  // one whole document added or removed
};

// What the adversary sees.
enum class View {
  kTopicsAndCounts,  // every token's topic after every sweep, and every released table
  kCounts,           // every released table, never a token's topic
  kReport,           // everything that a contributor sends
};

// The names used in files: "word", "topics+counts".
std::string_view name_of(Unit unit);
std::string_view name_of(View view);
// Throw InputError for an unknown name.
Unit unit_from_name(std::string_view name);
View view_from_name(std::string_view name);

// What they mean, as part of a sentence.
std::string_view meaning_of(Unit unit);
std::string_view meaning_of(View view);

}  // namespace dplda
