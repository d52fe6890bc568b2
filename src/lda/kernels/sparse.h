// The sparse snapshot kernel: a sweep under a SnapshotLaw whose cost a token grows with the cells
// of its word that stand above the floor, not with the number of topics.
//
// A token of word t draws the number x uniformly below the sum of all W_k, and x means a topic by
// cutting [0, sum) into pieces in this order (SparseLaw has the names):
//   1. E[t][k] step[k] n[k] for the cells of the word, in the order of SparseWord,
//   2. E[t][k] base[k] for the same cells in the same order,
//   3. floor[k] (base[k] + step[k] n[k]) for all topics, ascending.
// The pieces of topic k are W_k wide together, so each draw has exactly the law of the dense
// kernel, from other bits: what is proved of the draw holds for both. How long a draw takes depends
// on words and topics; no guarantee is about that.
#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "base/threads.h"
#include "lda/kernels/sparse_document.h"
#include "lda/sparse_law.h"
#include "lda/token_sequences.h"

namespace dplda {

// Draws a new topic for each token of every document, each document's in order. Position j of
// document m uses the draw at `at` with that document and position, and its retries while the draw
// is rejected. The same topics on every instruction set, for any number of threads.
// REQUIRES: topics are below law.topics(), and check_range() passed for the longest document.
void sparse_sweep(const SparseLaw& law, const TokenSequences& tokens, std::span<Topic> topics,
                  const Streams& streams, StreamPosition at, ThreadPool& pool);

// What the kernel makes of single numbers: one token of `word` beside others with topics `others`.
class SparseDraw {
 public:
  SparseDraw(const SparseLaw& law, std::uint32_t word, std::span<const Topic> others);
  // The sum of the weights.
  std::uint64_t total() const { return total_; }
  // REQUIRES: x < total().
  Topic topic(std::uint64_t x) const;

 private:
  const SparseLaw& law_;
  std::uint32_t word_;
  SparseDocument document_;
  std::uint64_t total_;
};

}  // namespace dplda
