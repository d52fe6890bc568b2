// The dense snapshot kernel: documents swept under a SnapshotLaw, all topics weighed for every
// token. Sixteen documents are under way at once, so that none waits for its own last draw.
#pragma once

#include <cstdint>
#include <span>

#include "base/huge_vector.h"
#include "base/random.h"
#include "lda/snapshot_law.h"
#include "lda/token_sequences.h"

namespace dplda {

struct SweepDocument {
  std::span<const std::uint32_t> words;
  std::span<Topic> topics;
  std::uint64_t number = 0;  // in its stream positions
};

// Hands out documents, each once; those without tokens last or not at all.
class SweepQueue {
 public:
  virtual ~SweepQueue() = default;
  // False when there are no more.
  virtual bool next(SweepDocument& document) = 0;
};

// What a thread needs beside the law. For laws of one shape.
class DenseScratch {
 public:
  // Throws std::bad_alloc.
  explicit DenseScratch(const SnapshotLaw& law);

  static constexpr std::size_t kDocuments = 16;
  // A document's factors base + step * n, in the law's packed order.
  std::uint32_t* factors(std::size_t slot) { return factors_.data() + slot * factor_stride_; }
  // Sums of weights by lane, down to each row of a column.
  std::uint64_t* sums(std::size_t slot) { return sums_.data() + slot * sum_stride_; }

 private:
  std::size_t factor_stride_;
  std::size_t sum_stride_;
  HugeVector<std::uint32_t> factors_;
  HugeVector<std::uint64_t> sums_;
};

// Narrow sums have 31 bits, wide ones 63: the same topics, for documents that fit.
enum class SumWidth { kNarrow, kWide };

// Draws a new topic for each token of each document, in order; position j uses the draw at `at`
// with the document's number and position j, and its retries while the draw is rejected. The same
// topics on every instruction set. REQUIRES: law.check_range() passed, and law.narrow() of every
// document where the sums are narrow.
void dense_sweep(const SnapshotLaw& law, SumWidth width, SweepQueue& queue,
                 const RandomStreams& random, RandomPosition at, DenseScratch& scratch);

// What narrow sums make of one draw: uniform_below(bits, total), or `again` where that draws again,
// which no test would live to see by chance. REQUIRES: 1 <= total < 2^31.
std::uint32_t dense_target(std::uint32_t total, std::uint64_t bits, std::uint32_t again);

}  // namespace dplda
