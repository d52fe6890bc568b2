// How well a model predicts documents that it has not seen (docs/internals/algorithms.md,
// "Perplexity").
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "corpus/corpus.h"
#include "lda/model.h"

namespace dplda {

// exp(-(1/N) sum over tokens of log sum_k theta_m^k phi_k^t), over the tokens that were scored.
struct Perplexity {
  double value = 0;
  std::uint64_t tokens = 0;  // scored
};

// theta from a document's tokens, the same tokens scored: the paper's definition.
Perplexity perplexity(const Model& model, const Corpus& test, ThreadPool& pool);

// Document completion: tokens shuffled by a fixed stream, theta from those at even places, those at
// odd places scored. About a fifth higher; the two kinds never stand in one table.
Perplexity completion_perplexity(const Model& model, const Corpus& test, ThreadPool& pool);

}  // namespace dplda
