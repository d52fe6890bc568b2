// Sums of doubles in vectors, taken in an order that is the same on every instruction set. For
// Highway's files that are compiled once for every instruction set.
#if defined(DPLDA_LDA_KERNELS_ORDERED_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DPLDA_LDA_KERNELS_ORDERED_SUMS_INL_H_
#undef DPLDA_LDA_KERNELS_ORDERED_SUMS_INL_H_
#else
#define DPLDA_LDA_KERNELS_ORDERED_SUMS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four lanes at most: what follows waits for sums one after the other, and wider vectors are later
// to arrive from memory.
using DD = hn::CappedTag<double, 4>;
using VD = hn::Vec<DD>;
constexpr std::size_t kLanes = hn::MaxLanes(DD());
constexpr std::size_t kEightVectors = 8 / kLanes;  // that hold eight numbers
constexpr std::size_t kQuad = 4;                   // eights whose sums are taken together

// p_i + p_{i+4}, and on in halves while whole vectors are added.
HWY_INLINE VD folded(VD (&p)[kEightVectors]) {
  for (std::size_t n = kEightVectors / 2; n > 0; n /= 2) {
    for (std::size_t i = 0; i < n; ++i) p[i] = hn::Add(p[i], p[n + i]);
  }
  return p[0];
}

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE double lane_sum(DD, VD v) { return hn::GetLane(v); }

HWY_INLINE void store_lane_sums(DD d, const VD (&v)[kQuad], double* HWY_RESTRICT out) {
  for (std::size_t i = 0; i < kQuad; ++i) hn::Store(v[i], d, out + i);
}

#else

// Of the lanes: halves are added until one number is left.
template <class D>
HWY_INLINE double lane_sum(D, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) == 1) {
    return hn::GetLane(v);
  } else {
    const hn::Half<D> half;
    return lane_sum(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

// The same of four vectors at once.
template <class D>
HWY_INLINE void store_lane_sums(D d, const hn::Vec<D> (&v)[kQuad], double* HWY_RESTRICT out) {
  const auto pairs = [d](hn::Vec<D> a, hn::Vec<D> b) {
    return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
  };
  if constexpr (hn::MaxLanes(D()) == kQuad) {
    const auto halves = [d](hn::Vec<D> a, hn::Vec<D> b) {
      return hn::Add(hn::ConcatLowerLower(d, b, a), hn::ConcatUpperUpper(d, b, a));
    };
    hn::Store(pairs(halves(v[0], v[2]), halves(v[1], v[3])), d, out);
  } else {
    hn::Store(pairs(v[0], v[1]), d, out);
    hn::Store(pairs(v[2], v[3]), d, out + 2);
  }
}

#endif

// From element 8 on, all ones.
alignas(64) constexpr std::uint64_t kFromEight[16] = {
    0, 0, 0, 0, 0, 0, 0, 0, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL};

// sums: base + x0, (base + x0) + x1, ... REQUIRES: no number is below 0.
HWY_INLINE void running_sums(double base, const double* HWY_RESTRICT x, VD (&sums)[kEightVectors]) {
  const DD d;
  const hn::RebindToUnsigned<DD> du;
  if constexpr (kLanes == 1) {
    for (std::size_t i = 0; i < 8; ++i) sums[i] = hn::Set(d, base += x[i]);
    return;
  }
  for (VD& sum : sums) sum = hn::Set(d, base);
  HWY_UNROLL(8)
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t v = i / kLanes; v < kEightVectors; ++v) {
      // Lanes before the i-th are complete: 0 changes nothing there.
      VD added = hn::Set(d, x[i]);
      if (v * kLanes < i)
        added = hn::And(added, hn::BitCast(d, hn::LoadU(du, kFromEight + 8 + v * kLanes - i)));
      sums[v] = hn::Add(sums[v], added);
    }
  }
}

// How many of eight numbers are at most `target`.
HWY_INLINE std::size_t passed(const VD (&sums)[kEightVectors], double target) {
  const DD d;
  std::size_t count = 0;
  for (const VD& sum : sums) count += hn::CountTrue(d, hn::Le(sum, hn::Set(d, target)));
  return count;
}

HWY_INLINE void store_eight(const VD (&values)[kEightVectors], double* HWY_RESTRICT out) {
  for (std::size_t v = 0; v < kEightVectors; ++v) hn::Store(values[v], DD(), out + v * kLanes);
}

HWY_INLINE void load_eight(const double* HWY_RESTRICT in, VD (&values)[kEightVectors]) {
  for (std::size_t v = 0; v < kEightVectors; ++v) values[v] = hn::Load(DD(), in + v * kLanes);
}

// All ones at element 7.
alignas(64) constexpr std::uint64_t kAtSeven[16] = {0, 0, 0, 0, 0, 0, 0, ~0ULL};

// v, which starts at element `first` of eight, with element i of the eight replaced.
HWY_INLINE VD with_element(VD v, std::size_t first, std::size_t i, double value) {
  const DD d;
  const hn::RebindToUnsigned<DD> du;
  const VD here = hn::BitCast(d, hn::LoadU(du, kAtSeven + 7 + first - i));
  return hn::IfVecThenElse(here, hn::Set(d, value), v);
}

// Replaces element i of eight.
HWY_INLINE void set_of_eight(VD (&values)[kEightVectors], std::size_t i, double value) {
  if constexpr (kLanes == 1) {
    values[i] = hn::Set(DD(), value);
  } else {
    for (std::size_t v = 0; v < kEightVectors; ++v)
      values[v] = with_element(values[v], v * kLanes, i, value);
  }
}

// Replaces element k through the vector that holds it: a vector is read there soon, and would wait
// for a single number to arrive in memory. REQUIRES: values on a boundary of 64 bytes.
HWY_INLINE void set_element(double* HWY_RESTRICT values, std::size_t k, double value) {
  if constexpr (kLanes == 1) {
    values[k] = value;
  } else {
    const std::size_t lane = k % kLanes;
    double* const vector = values + (k - lane);
    hn::Store(with_element(hn::Load(DD(), vector), 0, lane, value), DD(), vector);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#endif
