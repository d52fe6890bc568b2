// A corpus rebuilt from perturbed reports: bits are set or cleared at random until every word is in
// as many documents as was estimated (docs/internals/algorithms.md, "Reconstruction"; the paper,
// section V-B).
#pragma once

#include <span>

#include "base/random.h"
#include "base/threads.h"
#include "corpus/corpus.h"
#include "corpus/word_sets.h"

namespace dplda {

// Each estimate is clamped to [0, M] and rounded to one of its two neighbours at random, without
// bias; then that many bits of its word are left, chosen uniformly: of those that were set, or all
// of them and some that were not. A word's coins are its own. REQUIRES: an estimate for every word.
void reconstruct(WordSets& sets, std::span<const double> estimates, const RandomStreams& random,
                 ThreadPool& pool);

// Every bit as one token.
Corpus corpus_of(const WordSets& sets, Vocabulary vocabulary, Preparation preparation);

}  // namespace dplda
