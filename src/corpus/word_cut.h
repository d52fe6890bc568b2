// Whether the documents of a corpus decided together which words each of them has left, as the
// record of its preparation says. A frequency limit (`min-df`, `max-df`, `max-words`) hangs on
// every document: one more or less lets a word in or out of all of them at once. No list that comes
// later undoes that, and no noise that is added later covers it.
#pragma once

#include "corpus/corpus.h"
#include "corpus/preparation.h"

namespace dplda {

// By the record, whatever the origin of the vocabulary. Words from the documents of which there is
// no record count as cut exactly.
WordCut word_cut(VocabularyOrigin origin, const Preparation& preparation);
WordCut word_cut(const Corpus& corpus);

// What may be said of where the words came from: kData where exact frequencies cut them and nobody
// stated them to be public; otherwise as the vocabulary says.
VocabularyOrigin claimed_origin(VocabularyOrigin origin, const Preparation& preparation);
VocabularyOrigin claimed_origin(const Corpus& corpus);

}  // namespace dplda
