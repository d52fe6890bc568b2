// The sparse snapshot kernel: a sweep under a SnapshotLaw whose cost a token grows with the cells
// of its word that stand above the floor, not with the number of topics. (Noise in a table raises a
// share of all cells above the floor: with such tables the cost still grows with the topics.)
//
// A token of word t draws the number x uniformly below the sum of all W_k, and x means a topic by
// cutting [0, sum) into pieces in this order (SparseLaw has the names):
//   1. E[t][k] step[k] n[k] for the cells of the word above the floor, ascending,
//   2. E[t][k] base[k] for the same cells,
//   3. floor[k] (base[k] + step[k] n[k]) for all topics, ascending.
// The pieces of topic k are W_k wide together, so each draw has exactly the law of the dense
// kernel, from other bits: what is proved of the draw holds for both. How long a draw takes depends
// on words and topics; no guarantee is about that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "lda/sparse_law.h"
#include "lda/token_sequences.h"

namespace dplda {

// A document's live counts in the forms in which the kernel reads them; one a thread.
struct SparseDocument {
  static constexpr std::size_t kDraws = 512;

  // No tokens.
  explicit SparseDocument(const SparseLaw& law);

  void add(const SparseLaw& law, std::size_t topic) { move(law.factors()[topic], topic, 1); }
  void remove(const SparseLaw& law, std::size_t topic) { move(law.factors()[topic], topic, -1); }
  // Takes all tokens out. REQUIRES: they have these topics.
  void clear(const SparseLaw& law, std::span<const Topic> topics);

  std::vector<std::uint32_t> factors;    // step * n, by topic
  std::vector<std::uint64_t> cell_sums;  // of the word in hand: E * factor by 16 cells, running
  // floor * (base + step * n): its sums by 16, 256, ... topics, and over all.
  std::vector<std::vector<std::uint64_t>> floor_sums;
  std::uint64_t floor_total;
  std::vector<std::uint64_t> draws;

 private:
  void move(SparseLaw::Factor factor, std::size_t topic, std::int32_t tokens) {
    const auto by = static_cast<std::uint64_t>(std::int64_t{tokens});
    const std::uint64_t weight = by * factor.floor * factor.step;
    factors[topic] += static_cast<std::uint32_t>(by) * factor.step;
    floor_total += weight;
    for (std::vector<std::uint64_t>& sums : floor_sums)
      sums[topic /= SparseCells::kCells] += weight;
  }
};

// Draws a new topic for each token of every document, each document's in order. Position j of
// document m uses the draw at `at` with that document and position, and its retries while the draw
// is rejected. The same topics on every instruction set, for any number of threads.
// REQUIRES: topics are below law.topics(), and check_range() passed for the longest document.
void sparse_sweep(const SparseLaw& law, const TokenSequences& tokens, std::span<Topic> topics,
                  const RandomStreams& random, RandomPosition at, ThreadPool& pool);

// What the kernel makes of single numbers: one token of `word` beside others with topics `others`.
class SparseDraw {
 public:
  SparseDraw(const SparseLaw& law, std::uint32_t word, std::span<const Topic> others);
  // The sum of the weights.
  std::uint64_t total() const { return counted_ + word_.prior_total + document_.floor_total; }
  // REQUIRES: x < total().
  Topic topic(std::uint64_t x) const;

 private:
  const SparseLaw& law_;
  const SparseWord& word_;
  SparseDocument document_;
  std::uint64_t counted_;  // part 1
};

}  // namespace dplda
