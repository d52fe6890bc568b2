// The plainest versions that a textbook has, as one would write them down first: the yardsticks
// that fast ones are measured against. Their draws are their own; what they sample is the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "lda/inference.h"
#include "lda/model.h"
#include "lda/sampler.h"

namespace dplda {

// Collapsed Gibbs sampling, counts updated in place.
class TextbookSampler final : public Sampler {
 public:
  explicit TextbookSampler(const RandomStreams& random) : random_(random) {}

  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override;

 private:
  const RandomStreams& random_;
};

// The topic shares of documents under a model, as FoldIn has them: as many sweeps, phi held still.
std::vector<double> textbook_thetas(const Model& model, const DocumentBatch& documents,
                                    const RandomStreams& random);

// Flips each bit with probability threshold / 2^64, a draw for each.
void textbook_flips(std::span<std::uint64_t> bits, std::uint64_t threshold, RandomStream& stream);

}  // namespace dplda
