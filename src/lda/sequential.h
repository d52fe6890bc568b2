// Collapsed Gibbs sampling as it is published: tokens in order, counts updated in place
// (docs/internals/algorithms.md).
#pragma once

#include <vector>

#include "lda/sampler.h"

namespace dplda {

class SequentialSampler final : public Sampler {
 public:
  explicit SequentialSampler(const RandomStreams& random) : random_(random) {}

  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override;

 private:
  const RandomStreams& random_;
  std::vector<std::uint64_t> draws_;
};

}  // namespace dplda
