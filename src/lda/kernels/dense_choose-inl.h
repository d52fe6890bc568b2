// The choice of the dense kernel: the lanes that uniform numbers fall into, several documents at a
// time. For Highway's files that are compiled once for every instruction set.
#if defined(DPLDA_LDA_KERNELS_DENSE_CHOOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DPLDA_LDA_KERNELS_DENSE_CHOOSE_INL_H_
#undef DPLDA_LDA_KERNELS_DENSE_CHOOSE_INL_H_
#else
#define DPLDA_LDA_KERNELS_DENSE_CHOOSE_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lda/kernels/dense_weigh-inl.h"
#include "lda/kernels/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if DPLDA_VECTORS
// Uniform below each total: uniform_below() of 64 bits, `high` and `low`. Where one may have been
// rejected, of all target(document, total).
template <std::size_t D, class Target>
HWY_INLINE hn::Vec<hn::CappedTag<std::uint32_t, D>> targets_below(
    hn::Vec<hn::CappedTag<std::uint32_t, D>> totals, const std::uint32_t* low_bits,
    const std::uint32_t* high_bits, const Target& target) {
  const hn::CappedTag<std::uint32_t, D> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const auto times_total = [&](auto low, auto high, auto total) {
    return hn::Add(hn::MulEven(high, total), hn::ShiftRight<32>(hn::MulEven(low, total)));
  };
  const auto odd_lanes = [&](auto v) {
    return hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, v)));
  };
  const auto low = hn::Load(d, low_bits);
  const auto high = hn::Load(d, high_bits);
  // The draw times the total, without its lowest 32 bits.
  const auto even = times_total(low, high, totals);
  const auto odd = times_total(odd_lanes(low), odd_lanes(high), odd_lanes(totals));
  const auto quotient = hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
  const auto remainder = hn::OddEven(hn::BitCast(d, hn::ShiftLeft<32>(odd)), hn::BitCast(d, even));
  // A rejected draw leaves less than the total, so less than 2^32.
  if (HWY_LIKELY(hn::AllFalse(d, hn::Eq(remainder, hn::Zero(d))))) return quotient;
  HWY_ALIGN std::uint32_t total[D];
  HWY_ALIGN std::uint32_t result[D];
  hn::Store(totals, d, total);
  for (std::size_t s = 0; s < D; ++s) result[s] = static_cast<std::uint32_t>(target(s, total[s]));
  return hn::Load(d, result);
}

// The same where totals have 63 bits.
template <std::size_t D, class Target>
HWY_INLINE hn::Vec<hn::CappedTag<std::uint64_t, D>> targets_below(
    hn::Vec<hn::CappedTag<std::uint64_t, D>> totals, const std::uint32_t*, const std::uint32_t*,
    const Target& target) {
  const hn::CappedTag<std::uint64_t, D> d;
  HWY_ALIGN std::uint64_t total[D];
  HWY_ALIGN std::uint64_t result[D];
  hn::Store(totals, d, total);
  for (std::size_t s = 0; s < D; ++s) result[s] = target(s, total[s]);
  return hn::Load(d, result);
}

// The lane that each document's draw falls into, and what of the draw is left there. `sums`: of the
// lanes, of each document.
template <class Sum, std::size_t D, class Target>
HWY_INLINE void choose(const Sum* const (&sums)[D], const std::uint32_t* low_bits,
                       const std::uint32_t* high_bits, const Target& target,
                       std::size_t (&lane_of)[D], Sum (&rest_of)[D]) {
  const hn::CappedTag<Sum, D> d;
  static_assert(hn::MaxLanes(hn::CappedTag<Sum, D>()) == D);
  using V = hn::Vec<decltype(d)>;
  const hn::RebindToSigned<decltype(d)> i;
  V columns[kLanes];
  for (std::size_t lane = 0; lane < kLanes; lane += D) {
    for (std::size_t s = 0; s < D; ++s) columns[lane + s] = hn::Load(d, sums[s] + lane);
    transpose(d, columns + lane);
  }
  V upto[kLanes];
  upto[0] = columns[sum_place<Sum>(0)];
  for (std::size_t lane = 1; lane < kLanes; ++lane)
    upto[lane] = hn::Add(upto[lane - 1], columns[sum_place<Sum>(lane)]);
  const V targets = targets_below<D>(upto[kLanes - 1], low_bits, high_bits, target);
  V lane_number = hn::Zero(d);
  V before = hn::Zero(d);
  // Halves the lanes that are left, 16 to begin with: upto[half - 1] is the sum of their lower
  // half.
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    // Sums have a bit to spare: signed comparison, which more machines have.
    const auto lower =
        hn::RebindMask(d, hn::Gt(hn::BitCast(i, upto[half - 1]), hn::BitCast(i, targets)));
    lane_number = hn::IfThenElse(lower, lane_number,
                                 hn::Add(lane_number, hn::Set(d, static_cast<Sum>(half))));
    before = hn::IfThenElse(lower, before, upto[half - 1]);
    for (std::size_t lane = 0; lane + 1 < half; ++lane)
      upto[lane] = hn::IfThenElse(lower, upto[lane], upto[lane + half]);
  }
  HWY_ALIGN Sum lanes[D];
  hn::Store(lane_number, d, lanes);
  hn::StoreU(hn::Sub(targets, before), d, rest_of);
  for (std::size_t s = 0; s < D; ++s) lane_of[s] = static_cast<std::size_t>(lanes[s]);
}
#else
template <class Sum, std::size_t D, class Target>
void choose(const Sum* const (&sums)[D], const std::uint32_t*, const std::uint32_t*,
            const Target& target, std::size_t (&lane_of)[D], Sum (&rest_of)[D]) {
  for (std::size_t s = 0; s < D; ++s) {
    Sum total = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) total += sums[s][lane];
    auto rest = static_cast<Sum>(target(s, total));
    std::size_t lane = 0;
    while (lane + 1 < kLanes && sums[s][lane] <= rest) rest -= sums[s][lane++];
    lane_of[s] = lane;
    rest_of[s] = rest;
  }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#endif
