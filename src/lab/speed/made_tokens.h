// Corpora to measure speed on: of the sizes of two well-known ones, drawn in a moment.
#pragma once

#include <cstdint>
#include <string>

#include "corpus/corpus.h"
#include "lda/token_sequences.h"

namespace dplda {

struct CorpusShape {
  std::string name;
  std::uint64_t documents;
  std::uint64_t length;  // of a document, in the mean: uniform from 1 to twice this, less one
  std::uint32_t words;
};

// Many short documents of few words, and few long ones of many.
inline const CorpusShape kKosLike{"KOS-like", 3000, 100, 1000};
inline const CorpusShape kNipsLike{"NIPS-like", 1500, 1290, 12419};

// Word frequencies fall as 1 / rank. A document is about four of a hundred themes, each with words
// of its own among those of like frequency, so that there are topics to be found.
TokenSequences made_tokens(const CorpusShape& shape);

// The first documents, as many as have `most` tokens or fewer, at least one.
TokenSequences first_documents(const TokenSequences& tokens, std::uint64_t most);

// The same documents as bags of numbered words.
Corpus bags_of(const TokenSequences& tokens);

}  // namespace dplda
