// Whether the documents of a corpus decided together which words each of them has left, as the
// record of its preparation says. A frequency limit (--min-df, --max-df, --max-words) hangs on
// every document: one more or less lets a word in or out of all of them at once. No list that comes
// later undoes that, and no noise that is added later covers it.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "corpus/corpus.h"
#include "text/vocabulary.h"

namespace dplda {

// In the order of what they give away.
enum class WordCut {
  kNone,       // every word of a document hangs on that document alone
  kWithNoise,  // a private vocabulary: charged
  kExactly,    // exact frequencies, in this preparation or one before; or nobody knows
};

// By the record, whatever the origin of the vocabulary. Words from the documents of which there is
// no record count as cut exactly.
WordCut word_cut(VocabularyOrigin origin, const nlohmann::ordered_json& preparation);
WordCut word_cut(const Corpus& corpus);

// Writes into a record that there was such a cut; nothing where there was none.
void record_cut(nlohmann::ordered_json& preparation, WordCut cut);

// What may be said of where the words came from: kData where exact frequencies cut them and nobody
// stated them to be public; otherwise as the vocabulary says.
VocabularyOrigin claimed_origin(VocabularyOrigin origin, const nlohmann::ordered_json& preparation);
VocabularyOrigin claimed_origin(const Corpus& corpus);

}  // namespace dplda
