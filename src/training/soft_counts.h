// Tables of soft counts in whole numbers, to which no document adds more than a given length
// (docs/internals/algorithms.md, "Soft counts").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "lda/kernels/soft.h"
#include "lda/token_sequences.h"
#include "privacy/bounded_part.h"

namespace dplda {

// Every document adds the same whole number to each of its words, bounded by `part`.
std::vector<std::int64_t> bounded_word_totals(const TokenSequences& documents,
                                              const BoundedPart& part);

// Every document adds its words' shares under `weights`, scaled by `part`. A document's part
// depends on its own words and the weights alone. Cells are word by word, topics within; `likely`
// gets each word's largest share's topic. REQUIRES: no word stands twice in a document.
std::vector<std::int64_t> bounded_soft_counts(const TokenSequences& documents,
                                              const SoftWeights& weights, double alpha,
                                              std::int64_t sweeps, const BoundedPart& part,
                                              ThreadPool& pool, std::span<Topic> likely);

}  // namespace dplda
