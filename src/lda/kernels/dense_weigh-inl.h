// The sums of the dense kernel: a column's weights times a document's factors. For Highway's files
// that are compiled once for every instruction set.
#if defined(DPLDA_LDA_KERNELS_DENSE_WEIGH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DPLDA_LDA_KERNELS_DENSE_WEIGH_INL_H_
#undef DPLDA_LDA_KERNELS_DENSE_WEIGH_INL_H_
#else
#define DPLDA_LDA_KERNELS_DENSE_WEIGH_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lda/snapshot_law.h"

// Without vectors there is nothing to transpose: the same sums lane by lane.
#undef DPLDA_VECTORS
#define DPLDA_VECTORS (HWY_TARGET != HWY_SCALAR)

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = SnapshotLaw::kLanes;

// 32-bit weights of one row and part of a column: what `shift` leaves of its cells.
template <class Weight, class D>
HWY_INLINE hn::Vec<D> weights_of(D d, hn::Vec<D> cells, int part) {
  constexpr int kBits = 8 * sizeof(Weight);
  if constexpr (sizeof(Weight) == 4) return cells;
  if (part == 4 / static_cast<int>(sizeof(Weight)) - 1)
    return hn::ShiftRightSame(cells, 32 - kBits);
  return hn::And(hn::ShiftRightSame(cells, part * kBits), hn::Set(d, UINT32_MAX >> (32 - kBits)));
}

// Where the sum of a lane stands in a row of sums: wide sums of even lanes come before odd ones,
// vector by vector.
template <class Sum>
constexpr std::size_t sum_place(std::size_t lane) {
  constexpr std::size_t kVector = hn::MaxLanes(hn::CappedTag<std::uint32_t, kLanes>());
  if (sizeof(Sum) == 4 || !DPLDA_VECTORS) return lane;
  return lane / kVector * kVector + lane % 2 * (kVector / 2) + lane % kVector / 2;
}

// sums[row][lane]: weights times factors, summed down to that row.
template <class Weight>
HWY_INLINE void weigh(const std::uint32_t* HWY_RESTRICT cells,
                      const std::uint32_t* HWY_RESTRICT factors, std::size_t rows,
                      std::uint32_t* HWY_RESTRICT sums) {
  constexpr int kParts = 4 / sizeof(Weight);
  const hn::CappedTag<std::uint32_t, kLanes> d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
#pragma GCC unroll 4
    for (std::size_t row = 0; row < rows; ++row) {
      const auto cell = hn::Load(d, cells + row * kLanes + lane);
      hn::Vec<decltype(d)> products[kParts];
      for (int part = 0; part < kParts; ++part) {
        const auto factor = hn::Load(d, factors + (row * kParts + part) * kLanes + lane);
        products[part] = hn::Mul(weights_of<Weight>(d, cell, part), factor);
      }
      for (int step = 1; step < kParts; step *= 2) {
        for (int part = 0; part < kParts; part += 2 * step)
          products[part] = hn::Add(products[part], products[part + step]);
      }

      sum = hn::Add(sum, products[0]);
      hn::Store(sum, d, sums + row * kLanes + lane);
    }
  }
}

#if DPLDA_VECTORS
template <class Weight>
HWY_INLINE void weigh(const std::uint32_t* HWY_RESTRICT cells,
                      const std::uint32_t* HWY_RESTRICT factors, std::size_t rows,
                      std::uint64_t* HWY_RESTRICT sums) {
  constexpr int kParts = 4 / sizeof(Weight);
  const hn::CappedTag<std::uint32_t, kLanes> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const auto odd_lanes = [&](auto v) {
    return hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, v)));
  };
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    auto even = hn::Zero(wide);
    auto odd = hn::Zero(wide);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto cell = hn::Load(d, cells + row * kLanes + lane);
      for (int part = 0; part < kParts; ++part) {
        const auto factor = hn::Load(d, factors + (row * kParts + part) * kLanes + lane);
        const auto weight = weights_of<Weight>(d, cell, part);
        even = hn::Add(even, hn::MulEven(weight, factor));
        odd = hn::Add(odd, hn::MulEven(odd_lanes(weight), odd_lanes(factor)));
      }
      hn::Store(even, wide, sums + row * kLanes + lane);
      hn::Store(odd, wide, sums + row * kLanes + lane + hn::Lanes(wide));
    }
  }
}
#else
template <class Weight>
void weigh(const std::uint32_t* cells, const std::uint32_t* factors, std::size_t rows,
           std::uint64_t* sums) {
  constexpr std::size_t kParts = 4 / sizeof(Weight);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t part = 0; part < kParts; ++part) {
        const std::uint32_t weight = cells[row * kLanes + lane] >> part * 8 * sizeof(Weight) &
                                     UINT32_MAX >> (32 - 8 * sizeof(Weight));
        sum += std::uint64_t{weight} * factors[(row * kParts + part) * kLanes + lane];
      }
      sums[row * kLanes + lane] = sum;
    }
  }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#endif
