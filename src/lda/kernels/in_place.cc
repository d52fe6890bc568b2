#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/kernels/in_place.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include "lda/kernels/in_place.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The sum of one group of 8 in the order that in_place.h fixes: halves are added until one number
// is left.
HWY_INLINE double group_sum(const double* w) {
  return ((w[0] + w[4]) + (w[2] + w[6])) + ((w[1] + w[5]) + (w[3] + w[7]));
}

std::size_t draw_topic(const std::int32_t* HWY_RESTRICT column, double beta,
                       const double* HWY_RESTRICT doc, const double* HWY_RESTRICT inverse,
                       std::size_t padded, double u, double* HWY_RESTRICT weights,
                       double* HWY_RESTRICT sums) {
  const hn::CappedTag<double, kInPlaceGroup> d;
  const hn::Rebind<std::int32_t, decltype(d)> d32;
  const auto b = hn::Set(d, beta);
  for (std::size_t k = 0; k < padded; k += hn::Lanes(d)) {
    const auto n = hn::PromoteTo(d, hn::LoadU(d32, column + k));
    const auto p =
        hn::Mul(hn::Mul(hn::Add(n, b), hn::LoadU(d, doc + k)), hn::LoadU(d, inverse + k));
    hn::StoreU(p, d, weights + k);
  }
  const std::size_t groups = padded / kInPlaceGroup;
  double total = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    total += group_sum(weights + g * kInPlaceGroup);
    sums[g] = total;
  }
  const double target = u * total;
  std::size_t group = 0;
  while (group + 1 < groups && !(target < sums[group])) ++group;
  const double* w = weights + group * kInPlaceGroup;
  double running = group == 0 ? 0 : sums[group - 1];
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < kInPlaceGroup; ++i) {
    if (w[i] == 0) break;  // padding: rounding has carried the target past the last topic
    drawn = i;
    running += w[i];
    if (target < running) break;
  }
  return group * kInPlaceGroup + drawn;
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(draw_topic);

std::size_t in_place_draw(const std::int32_t* column, double beta, const double* doc,
                          const double* inverse, std::size_t padded, double u, double* weights,
                          double* sums) {
  return HWY_DYNAMIC_DISPATCH(draw_topic)(column, beta, doc, inverse, padded, u, weights, sums);
}

}  // namespace dplda
#endif  // HWY_ONCE
