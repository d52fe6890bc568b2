// Collapsed Gibbs sampling as it is published: tokens in order, counts updated in place
// (docs/algorithms.md).
#pragma once

#include <vector>

#include "lda/sampler.h"

namespace dplda {

class SequentialSampler final : public Sampler {
 public:
  explicit SequentialSampler(const Streams& streams) : streams_(streams) {}

  void sweep(Chain& chain, const Prior& prior, std::uint32_t sweep) override;

 private:
  void sweep_document(Chain& chain, const Prior& prior, std::uint32_t sweep,
                      std::uint64_t document);

  const Streams& streams_;
  // Scratch, all padded to the table's stride.
  std::vector<std::int32_t> in_document_;  // n_m^k
  std::vector<double> doc_;                // n_m^k + alpha_k
  std::vector<double> inverse_;            // 1 / (n_k + V beta)
  std::vector<double> weights_;
  std::vector<double> sums_;
  std::vector<std::uint64_t> draws_;
};

}  // namespace dplda
