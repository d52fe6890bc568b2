// Small corpora for tests.
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/corpus.h"

namespace dplda::test {

// Documents given as word ids, repeated for counts, over words "w0", "w1", ...
Corpus corpus_of(const std::vector<std::vector<std::uint32_t>>& documents, std::uint32_t words);

// `documents` documents of `length` tokens, each about one of `topics` planted topics with disjoint
// words (five words each), one token in ten from anywhere.
Corpus planted_corpus(std::uint64_t seed, std::size_t documents, std::size_t length,
                      std::size_t topics);

}  // namespace dplda::test
