// The sparse snapshot draw written as plainly as its definition in src/lda/kernels/sparse.h: what
// the fast one must equal bit for bit.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"
#include "lda/snapshot_law.h"
#include "lda/token_sequences.h"

namespace dplda::test {

struct Segment {
  std::size_t topic;
  std::uint64_t width;
};

// The pieces into which the numbers below the sum of the weights are cut, in order, for a token of
// `word` in a document whose other tokens have `counts` by topic.
std::vector<Segment> naive_sparse_segments(const SnapshotLaw& law, std::uint32_t word,
                                           std::span<const std::uint64_t> counts);

// One sweep over all documents. Returns how many draws were rejected.
std::uint64_t naive_sparse_sweep(const SnapshotLaw& law, const TokenSequences& tokens,
                                 std::span<Topic> topics, const RandomStreams& random,
                                 RandomPosition at);

}  // namespace dplda::test
