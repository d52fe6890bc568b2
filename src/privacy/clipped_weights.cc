#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "privacy/clipped_weights.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include "privacy/clipped_weights.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void weights_of(const ClippedWeights& law, std::span<const std::int32_t> released,
                std::uint32_t* out) {
  const hn::ScalableTag<std::int32_t> d;
  const hn::RebindToUnsigned<decltype(d)> unsigned_d;
  const auto least = hn::Set(d, law.least), most = hn::Set(d, law.most);
  const auto denominator = hn::Set(unsigned_d, law.denominator);
  const auto shrink = hn::Set(unsigned_d, law.shrink);
  const auto clip = hn::Set(d, law.clip), beta = hn::Set(d, law.beta);
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= released.size(); k += hn::Lanes(d)) {
    const auto cut = hn::Min(hn::Max(hn::LoadU(d, &released[k]), least), most);
    const auto scaled = hn::Mul(hn::BitCast(unsigned_d, cut), denominator);
    const auto above = hn::BitCast(d, hn::Sub(scaled, shrink));
    const auto weight = hn::Add(hn::Min(hn::Max(above, hn::Zero(d)), clip), beta);
    hn::StoreU(hn::BitCast(unsigned_d, weight), unsigned_d, out + k);
  }
  for (; k < released.size(); ++k) out[k] = law.weight(released[k]);
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(weights_of);

void clipped_weights(const ClippedWeights& law, std::span<const std::int32_t> released,
                     std::span<std::uint32_t> out) {
  HWY_DYNAMIC_DISPATCH(weights_of)(law, released, out.data());
}

}  // namespace dplda
#endif  // HWY_ONCE
