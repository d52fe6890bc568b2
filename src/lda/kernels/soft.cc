#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/soft.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "lda/kernels/soft.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::CappedTag<float, kSoftGroup>;

// One word's shares, given what its document has without it.
HWY_INLINE void share_word(const float* HWY_RESTRICT column, std::size_t stride,
                           const float* HWY_RESTRICT prior, float* HWY_RESTRICT document,
                           float* HWY_RESTRICT shares, float* HWY_RESTRICT weights) {
  const DF d;
  HWY_ALIGN float lanes[kSoftGroup] = {};
  for (std::size_t k = 0; k < stride; k += kSoftGroup) {
    for (std::size_t l = 0; l < kSoftGroup; l += hn::Lanes(d)) {
      const auto others = hn::Max(
          hn::Sub(hn::LoadU(d, document + k + l), hn::LoadU(d, shares + k + l)), hn::Zero(d));
      const auto w =
          hn::Mul(hn::LoadU(d, column + k + l), hn::Add(others, hn::LoadU(d, prior + k + l)));
      hn::StoreU(w, d, weights + k + l);
      hn::Store(hn::Add(hn::Load(d, lanes + l), w), d, lanes + l);
    }
  }
  const float sum = ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
                    ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
  const auto scale = hn::Set(d, 1.0F / sum);
  for (std::size_t k = 0; k < stride; k += hn::Lanes(d)) {
    const auto share = hn::Mul(hn::LoadU(d, weights + k), scale);
    const auto change = hn::Sub(share, hn::LoadU(d, shares + k));
    hn::StoreU(hn::Add(hn::LoadU(d, document + k), change), d, document + k);
    hn::StoreU(share, d, shares + k);
  }
}

void share_document(const SoftWeights& weights, std::span<const std::uint32_t> words,
                    std::int64_t sweeps, SoftScratch& scratch) {
  for (std::int64_t sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t j = 0; j < words.size(); ++j) {
      share_word(weights.columns.data() + words[j] * weights.stride, weights.stride,
                 scratch.prior.data(), scratch.document.data(),
                 scratch.shares.data() + j * weights.stride, scratch.weights.data());
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(share_document);

void soft_document(const SoftWeights& weights, std::span<const std::uint32_t> words, float alpha,
                   std::int64_t sweeps, SoftScratch& scratch) {
  const std::size_t topics = weights.topics;
  const std::size_t stride = weights.stride;
  const float even = 1.0F / static_cast<float>(topics);
  scratch.shares.assign(words.size() * stride, 0.0F);
  for (std::size_t j = 0; j < words.size(); ++j)
    std::fill_n(scratch.shares.begin() + static_cast<std::ptrdiff_t>(j * stride), topics, even);
  scratch.document.assign(stride, 0.0F);
  std::fill_n(scratch.document.begin(), topics, static_cast<float>(words.size()) * even);
  scratch.prior.assign(stride, 0.0F);
  std::fill_n(scratch.prior.begin(), topics, alpha);
  scratch.weights.resize(stride);
  HWY_DYNAMIC_DISPATCH(share_document)(weights, words, sweeps, scratch);
}

}  // namespace dplda
#endif  // HWY_ONCE
