// Topic shares of new documents under a fixed model: Gibbs sampling with phi held still
// ("fold-in"). Deterministic: its draws come from a stream that is the same for everyone
// (docs/algorithms.md, "Inference").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "corpus/corpus.h"
#include "lda/kernels/dense.h"
#include "lda/model.h"
#include "lda/snapshot_law.h"

namespace dplda {

class FoldIn {
 public:
  static constexpr std::uint32_t kBurnIn = 20;
  static constexpr std::uint32_t kAveraged = 20;

  // For documents of up to `longest` tokens. The model must outlive it.
  FoldIn(const Model& model, std::uint64_t longest, ThreadPool& pool);

  struct Scratch {
    explicit Scratch(const FoldIn& fold_in) : dense(fold_in.law_.law()) {}
    DenseScratch dense;
    std::vector<Topic> topics;
    std::vector<std::uint64_t> counts;
  };

  // Writes theta_m^k = (mean of n_m^k + alpha_k) / (N_m + sum of alpha) over the averaged sweeps.
  // `document` numbers the document in its corpus: part of the stream position. Thread-safe with a
  // scratch each.
  void theta(std::span<const std::uint32_t> tokens, std::uint64_t document,
             std::span<double> result, Scratch& scratch) const;

 private:
  const Model& model_;
  PlainLaw law_;
  Streams streams_;
};

// A bag's tokens one by one, words ascending.
void expand(const Bag& bag, std::vector<std::uint32_t>& tokens);

// The longest document, in tokens.
std::uint64_t longest_document(const Corpus& corpus);

}  // namespace dplda
