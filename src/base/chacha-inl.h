// The ChaCha20 block function on vectors, one block a lane: word i of every lane's state is
// state[i]. For Highway's files that are compiled once for every instruction set.
#if defined(DPLDA_BASE_CHACHA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DPLDA_BASE_CHACHA_INL_H_
#undef DPLDA_BASE_CHACHA_INL_H_
#else
#define DPLDA_BASE_CHACHA_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rotations to the left. Those by whole bytes are one shuffle where there is no rotation.
template <int kBits, class D>
HWY_INLINE hn::Vec<D> chacha20_rotated(D d, hn::Vec<D> v) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_SSSE3
  if constexpr (kBits % 8 == 0) {
    const hn::Repartition<std::uint8_t, D> bytes;
    alignas(16) static constexpr std::uint8_t kBy16[16] = {2,  3,  0, 1, 6,  7,  4,  5,
                                                           10, 11, 8, 9, 14, 15, 12, 13};
    alignas(16) static constexpr std::uint8_t kBy8[16] = {3,  0, 1, 2,  7,  4,  5,  6,
                                                          11, 8, 9, 10, 15, 12, 13, 14};
    const auto order = hn::LoadDup128(bytes, kBits == 16 ? kBy16 : kBy8);
    return hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(bytes, v), order));
  }
#endif
  (void)d;
  return hn::RotateRight<32 - kBits>(v);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void chacha20_quarter_round(D d, V& a, V& b, V& c, V& e) {
  a = hn::Add(a, b);
  e = chacha20_rotated<16>(d, hn::Xor(e, a));
  c = hn::Add(c, e);
  b = chacha20_rotated<12>(d, hn::Xor(b, c));
  a = hn::Add(a, b);
  e = chacha20_rotated<8>(d, hn::Xor(e, a));
  c = hn::Add(c, e);
  b = chacha20_rotated<7>(d, hn::Xor(b, c));
}

// RFC 8439, section 2.3: twenty rounds and the addition of what they began with. `state`: each
// lane's 16 initial words; becomes the words of its block. D: 32-bit unsigned lanes.
template <class D>
HWY_INLINE void chacha20_rounds(D d, hn::Vec<D> (&state)[16]) {
  hn::Vec<D> s[16];
  for (int i = 0; i < 16; ++i) s[i] = state[i];
  for (int round = 0; round < 10; ++round) {
    chacha20_quarter_round(d, s[0], s[4], s[8], s[12]);
    chacha20_quarter_round(d, s[1], s[5], s[9], s[13]);
    chacha20_quarter_round(d, s[2], s[6], s[10], s[14]);
    chacha20_quarter_round(d, s[3], s[7], s[11], s[15]);
    chacha20_quarter_round(d, s[0], s[5], s[10], s[15]);
    chacha20_quarter_round(d, s[1], s[6], s[11], s[12]);
    chacha20_quarter_round(d, s[2], s[7], s[8], s[13]);
    chacha20_quarter_round(d, s[3], s[4], s[9], s[14]);
  }
  for (int i = 0; i < 16; ++i) state[i] = hn::Add(state[i], s[i]);
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#endif  // DPLDA_BASE_CHACHA_INL_H_
