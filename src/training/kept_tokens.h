// Documents as the samplers see them where only some of their words count.
#pragma once

#include "base/random.h"
#include "base/threads.h"
#include "corpus/corpus.h"
#include "lda/token_sequences.h"
#include "privacy/kept_words.h"

namespace dplda {

// Each document as those of its distinct words that are kept, once each, in a random order.
// `first`: the number of the first document in the whole of which these may be a part.
TokenSequences kept_tokens(const Corpus& corpus, const KeptWords& kept, const RandomStreams& random,
                           ThreadPool& pool, std::uint64_t first = 0);

}  // namespace dplda
