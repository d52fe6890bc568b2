// The dense snapshot kernel: one document's sweep under a SnapshotLaw, all topics weighed for every
// token.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "lda/snapshot_law.h"
#include "lda/token_sequences.h"

namespace dplda {

// What a thread needs beside the law; kept across documents.
struct DenseScratch {
  explicit DenseScratch(const SnapshotLaw& law)
      : factors(law.stride()), prefix(law.stride()), draws(kDraws) {}

  static constexpr std::size_t kDraws = 512;
  std::vector<std::uint64_t> factors;  // base + step * n, by topic
  std::vector<std::uint64_t> prefix;   // W_0 + ... + W_k
  std::vector<std::uint64_t> draws;
};

// Draws a new topic for each token of one document, in order; position j uses the draw at `at` with
// position j, and its retries while the draw is rejected. The same topics on every instruction set.
// REQUIRES: law.check_range() passed.
void dense_sweep(const SnapshotLaw& law, std::span<const std::uint32_t> words,
                 std::span<Topic> topics, const Streams& streams, StreamPosition at,
                 DenseScratch& scratch);

}  // namespace dplda
