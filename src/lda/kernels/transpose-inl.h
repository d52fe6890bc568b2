// Transposition of square matrices of 32- or 64-bit lanes, a row a vector. For Highway's files that
// are compiled once for every instruction set.
#if defined(DPLDA_LDA_KERNELS_TRANSPOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DPLDA_LDA_KERNELS_TRANSPOSE_INL_H_
#undef DPLDA_LDA_KERNELS_TRANSPOSE_INL_H_
#else
#define DPLDA_LDA_KERNELS_TRANSPOSE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#if HWY_TARGET != HWY_SCALAR  // which has vectors of one lane

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Transposes within blocks of 128 bits: rows i..i+3 (or i, i+1) of every block.
template <class D, hwy::EnableIf<sizeof(hn::TFromD<D>) == 4>* = nullptr>
HWY_INLINE void transpose_in_blocks(D d, hn::Vec<D>* rows) {
  const hn::Repartition<std::uint64_t, D> d64;
  for (std::size_t i = 0; i < hn::MaxLanes(d); i += 4) {
    const auto low01 = hn::BitCast(d64, hn::InterleaveLower(d, rows[i], rows[i + 1]));
    const auto high01 = hn::BitCast(d64, hn::InterleaveUpper(d, rows[i], rows[i + 1]));
    const auto low23 = hn::BitCast(d64, hn::InterleaveLower(d, rows[i + 2], rows[i + 3]));
    const auto high23 = hn::BitCast(d64, hn::InterleaveUpper(d, rows[i + 2], rows[i + 3]));
    rows[i] = hn::BitCast(d, hn::InterleaveLower(d64, low01, low23));
    rows[i + 1] = hn::BitCast(d, hn::InterleaveUpper(d64, low01, low23));
    rows[i + 2] = hn::BitCast(d, hn::InterleaveLower(d64, high01, high23));
    rows[i + 3] = hn::BitCast(d, hn::InterleaveUpper(d64, high01, high23));
  }
}

template <class D, hwy::EnableIf<sizeof(hn::TFromD<D>) == 8>* = nullptr>
HWY_INLINE void transpose_in_blocks(D d, hn::Vec<D>* rows) {
  for (std::size_t i = 0; i < hn::MaxLanes(d); i += 2) {
    const auto even = hn::InterleaveLower(d, rows[i], rows[i + 1]);
    rows[i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + 1]);
    rows[i] = even;
  }
}

// `rows`: as many vectors as one has lanes. Becomes the columns.
template <class D>
HWY_INLINE void transpose(D d, hn::Vec<D>* rows) {
  constexpr std::size_t kInBlock = 16 / sizeof(hn::TFromD<D>);
  constexpr std::size_t kBlocks = hn::MaxLanes(D()) / kInBlock;
  transpose_in_blocks(d, rows);
  if constexpr (kBlocks == 2) {
    for (std::size_t i = 0; i < kInBlock; ++i) {
      const auto low = rows[i];
      const auto high = rows[kInBlock + i];
      rows[i] = hn::ConcatLowerLower(d, high, low);
      rows[kInBlock + i] = hn::ConcatUpperUpper(d, high, low);
    }
  } else if constexpr (kBlocks == 4) {
    for (std::size_t i = 0; i < kInBlock; ++i) {
      hn::Vec<D>* r = rows + i;
      const auto low02 = hn::ConcatLowerLower(d, r[2 * kInBlock], r[0]);
      const auto low13 = hn::ConcatLowerLower(d, r[3 * kInBlock], r[kInBlock]);
      const auto high02 = hn::ConcatUpperUpper(d, r[2 * kInBlock], r[0]);
      const auto high13 = hn::ConcatUpperUpper(d, r[3 * kInBlock], r[kInBlock]);
      r[0] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(low13), low02);
      r[kInBlock] = hn::OddEvenBlocks(low13, hn::SwapAdjacentBlocks(low02));
      r[2 * kInBlock] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(high13), high02);
      r[3 * kInBlock] = hn::OddEvenBlocks(high13, hn::SwapAdjacentBlocks(high02));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#endif  // HWY_SCALAR
#endif
