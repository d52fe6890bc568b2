#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/channel.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include "lda/kernels/channel.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::CappedTag<float, 16>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::Vec<DF>;

// exp(-x) and 1 - exp(-x) for 0 <= x, which counts as 80 above that: x = n ln 2 - r, |r| <=
// ln(2)/2, exp(r) - 1 by its series, so that 1 - exp(-x) keeps its digits where x is small. No
// fused operation: not every machine has one.
HWY_INLINE void exp_minus(VF x, VF& power, VF& rest) {
  const DF d;
  const DI di;
  x = hn::Min(x, hn::Set(d, 80.0F));
  const VF n = hn::Round(hn::Mul(x, hn::Set(d, 1.44269504F)));
  // ln 2 in two parts, the first exact in products with small n.
  const VF r = hn::Sub(hn::Mul(n, hn::Set(d, 0.693145752F)),
                       hn::Sub(x, hn::Mul(n, hn::Set(d, 1.42860677e-6F))));
  VF p = hn::Set(d, 1.0F / 5040);
  for (const float c : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F})
    p = hn::Add(hn::Mul(p, r), hn::Set(d, c));
  p = hn::Mul(p, r);
  const auto bits = hn::ShiftLeft<23>(hn::Sub(hn::Set(di, 127), hn::ConvertTo(di, n)));
  const VF scale = hn::BitCast(d, bits);
  power = hn::Add(scale, hn::Mul(scale, p));
  rest = hn::Sub(hn::Sub(hn::Set(d, 1.0F), scale), hn::Mul(scale, p));
}

void posterior(const float* HWY_RESTRICT phi, const float* HWY_RESTRICT rates, std::size_t topics,
               std::size_t stride, ChannelScratch& scratch) {
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  const VF one = hn::Set(d, 1.0F);
  for (std::size_t block = 0; block < stride; block += 4 * lanes) {
    VF sums[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    const float* HWY_RESTRICT row =
        phi + block / kChannelGroup * topics * kChannelGroup + block % kChannelGroup;
    for (std::size_t k = 0; k < topics; ++k, row += kChannelGroup) {
      const VF rate = hn::Set(d, rates[k]);
      for (std::size_t i = 0; i < 4; ++i)
        sums[i] = hn::Add(sums[i], hn::Mul(rate, hn::LoadU(d, row + i * lanes)));
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t at = block + i * lanes;
      VF power;
      VF rest;
      exp_minus(sums[i], power, rest);
      const VF seen = hn::LoadU(d, scratch.seen.data() + at);
      const VF bit = hn::Add(hn::Mul(seen, rest), hn::Mul(hn::Sub(one, seen), power));
      hn::StoreU(sums[i], d, scratch.rate.data() + at);
      hn::StoreU(rest, d, scratch.present.data() + at);
      hn::StoreU(power, d, scratch.absent.data() + at);
      hn::StoreU(hn::Div(seen, bit), d, scratch.gain.data() + at);
    }
  }
}

void add_documents(const float* HWY_RESTRICT rates, const float* HWY_RESTRICT gains,
                   std::size_t documents, std::size_t topics, std::size_t stride, std::size_t first,
                   float* HWY_RESTRICT sums) {
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  sums += first * topics;
  for (std::size_t m = 0; m < documents; m += 4) {
    const std::size_t some = documents - m < 4 ? documents - m : 4;
    for (std::size_t k = 0; k < topics; ++k) {
      for (std::size_t t = 0; t < kChannelGroup; t += lanes) {
        VF sum = hn::LoadU(d, sums + k * kChannelGroup + t);
        for (std::size_t i = 0; i < some; ++i) {
          sum = hn::Add(sum, hn::Mul(hn::Set(d, rates[(m + i) * topics + k]),
                                     hn::LoadU(d, gains + (m + i) * stride + first + t)));
        }
        hn::StoreU(sum, d, sums + k * kChannelGroup + t);
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(posterior);
HWY_EXPORT(add_documents);

void channel_posterior(std::span<const float> phi, std::span<const float> rates,
                       ChannelScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(posterior)
  (phi.data(), rates.data(), rates.size(), scratch.rate.size(), scratch);
}

void channel_sums(std::span<const float> rates, std::span<const float> gains, std::size_t documents,
                  std::size_t topics, std::size_t stride, std::size_t first,
                  std::span<float> sums) {
  HWY_DYNAMIC_DISPATCH(add_documents)
  (rates.data(), gains.data(), documents, topics, stride, first, sums.data());
}

}  // namespace dplda
#endif  // HWY_ONCE
