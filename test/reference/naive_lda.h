// LDA's samplers written as plainly as their definitions in docs/internals/algorithms.md. Slow on
// purpose: what the fast ones must equal bit for bit.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "lda/prior.h"
#include "lda/sampler.h"

namespace dplda::test {

struct NaiveChain {
  std::vector<std::vector<std::uint32_t>> words;   // by document, in visiting order
  std::vector<std::vector<std::uint32_t>> topics;  // the same shape
  std::uint32_t vocabulary;

  std::int64_t cell(std::size_t topic, std::uint32_t word) const;           // n_k^t
  std::int64_t total(std::size_t topic) const;                              // n_k
  std::int64_t in_document(std::size_t document, std::size_t topic) const;  // n_m^k
};

// One sweep of each kind. Topic counts are found by looking through all tokens.
void naive_sequential_sweep(NaiveChain& chain, const Prior& prior, const RandomStreams& random,
                            std::uint32_t sweep);
void naive_snapshot_sweep(NaiveChain& chain, const Prior& prior, const RandomStreams& random,
                          std::uint32_t sweep);

// The integer weights A[t][k] of the snapshot sweep.
std::vector<std::vector<std::uint64_t>> naive_snapshot_columns(const NaiveChain& chain,
                                                               const Prior& prior);

// log P(words, topics) up to a constant: the Dirichlet-multinomial likelihood.
double naive_log_joint(const NaiveChain& chain, const Prior& prior);

// The same as the samplers have it, counted.
Chain chain_of(const NaiveChain& naive, std::size_t topics);

}  // namespace dplda::test
