// One block a vector lane: every word of the state is a vector over blocks.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/chacha.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "base/chacha-inl.h"
#include "base/chacha.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {

// `state`: the 16 words of the first block. Writes blocks 0..count-1, count at most the number of
// lanes.
template <class D>
HWY_INLINE void block_group(D d, const std::uint32_t* state, std::size_t count,
                            std::uint64_t* out) {
  using V = hn::Vec<D>;
  const std::size_t lanes = hn::Lanes(d);
  V s[16];
  for (int i = 0; i < 16; ++i) s[i] = hn::Set(d, state[i]);
  s[12] = hn::Add(s[12], hn::Iota(d, 0));
  chacha20_rounds(d, s);
  HWY_ALIGN std::uint32_t words[16 * hn::MaxLanes(D())];
  for (std::size_t i = 0; i < 16; ++i) hn::Store(s[i], d, words + i * lanes);
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t i = 0; i < 8; ++i) {
      const std::uint64_t low = words[2 * i * lanes + block];
      const std::uint64_t high = words[(2 * i + 1) * lanes + block];
      out[8 * block + i] = low | high << 32;
    }
  }
}

void blocks_from_state(const std::uint32_t* first_state, std::size_t count, std::uint64_t* out) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  std::uint32_t state[16];
  std::memcpy(state, first_state, sizeof state);
  for (std::size_t done = 0; done < count; done += lanes) {
    block_group(d, state, std::min(lanes, count - done), out + 8 * done);
    state[12] += static_cast<std::uint32_t>(lanes);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(blocks_from_state);

void chacha20_blocks(const Key& key, std::uint32_t first, std::span<const std::uint32_t, 3> nonce,
                     std::span<std::uint64_t> out) {
  std::uint32_t state[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  std::memcpy(state + 4, key.data(), key.size());
  state[12] = first;
  std::copy(nonce.begin(), nonce.end(), state + 13);
  HWY_DYNAMIC_DISPATCH(blocks_from_state)(state, out.size() / 8, out.data());
}

}  // namespace dplda
#endif  // HWY_ONCE
