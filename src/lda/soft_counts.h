// Tables of soft counts in whole numbers, to which no document adds more than a given length
// (docs/internals/algorithms.md, "Soft counts").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "lda/kernels/soft.h"
#include "lda/token_sequences.h"

namespace dplda {

// Every document adds floor(B / sqrt(n)) to each of its n words. Its squares sum to at most B^2.
std::vector<std::int64_t> bounded_word_totals(const TokenSequences& documents, std::uint32_t bound);

// Every document adds floor(B q / |q|) to each cell, q its words' shares under `weights` and |q|
// the root of their squares' sum: whole numbers whose squares sum to at most B^2, which is checked.
// A document's part depends on its own words and the weights alone. Cells are word by word, topics
// within; `likely` gets each word's largest share's topic. REQUIRES: no word stands twice in a
// document.
std::vector<std::int64_t> bounded_soft_counts(const TokenSequences& documents,
                                              const SoftWeights& weights, double alpha,
                                              std::int64_t sweeps, std::uint32_t bound,
                                              ThreadPool& pool, std::span<Topic> likely);

}  // namespace dplda
