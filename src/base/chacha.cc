// One block a vector lane: every word of the state is a vector over blocks.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/chacha.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/chacha-inl.h"
#include "base/chacha.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {

// No more, so that what a group takes of the stack is known.
constexpr std::size_t kChaChaLanes = 16;

#if HWY_TARGET == HWY_SCALAR
// One lane: its words are the block.
template <class D>
HWY_INLINE void store_blocks(D, const hn::Vec<D> (&s)[16], std::uint64_t* out) {
  for (int i = 0; i < 8; ++i)
    out[i] = hn::GetLane(s[2 * i]) | std::uint64_t{hn::GetLane(s[2 * i + 1])} << 32;
}
#else
// Transposes: lane l of s[0..15] becomes block l of `out`.
template <class D>
HWY_INLINE void store_blocks(D d, const hn::Vec<D> (&s)[16], std::uint64_t* out) {
  using V = hn::Vec<D>;
  const hn::Repartition<std::uint64_t, D> pairs;
  constexpr std::size_t kQuarters = hn::MaxLanes(D()) / 4;
  // Block b of rows[r][q]: words 4 q..4 q + 3 of lane 4 b + r.
  V rows[4][4];
  for (std::size_t q = 0; q < 4; ++q) {
    const V* w = s + 4 * q;
    const auto low = [&](V x, V y) { return hn::BitCast(pairs, hn::InterleaveLower(d, x, y)); };
    const auto high = [&](V x, V y) { return hn::BitCast(pairs, hn::InterleaveUpper(d, x, y)); };
    const auto low01 = low(w[0], w[1]), low23 = low(w[2], w[3]);
    const auto high01 = high(w[0], w[1]), high23 = high(w[2], w[3]);
    rows[0][q] = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
    rows[1][q] = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
    rows[2][q] = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
    rows[3][q] = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
  }
  for (std::size_t r = 0; r < 4; ++r) {
    const auto& row = rows[r];
    const auto store = [&](std::size_t b, std::size_t q, V v) {
      hn::StoreU(hn::BitCast(pairs, v), pairs, out + 8 * (4 * b + r) + 2 * q);
    };
    if constexpr (kQuarters == 1) {
      for (std::size_t q = 0; q < 4; ++q) store(0, q, row[q]);
    } else {
      // Even: blocks 0 (and 2) of two neighbours side by side; odd: blocks 1 (and 3).
      const auto even = [&](V x, V y) { return hn::OddEvenBlocks(hn::SwapAdjacentBlocks(y), x); };
      const auto odd = [&](V x, V y) { return hn::OddEvenBlocks(y, hn::SwapAdjacentBlocks(x)); };
      const V even01 = even(row[0], row[1]), even23 = even(row[2], row[3]);
      const V odd01 = odd(row[0], row[1]), odd23 = odd(row[2], row[3]);
      if constexpr (kQuarters == 2) {
        store(0, 0, even01);
        store(0, 2, even23);
        store(1, 0, odd01);
        store(1, 2, odd23);
      } else {
        store(0, 0, hn::ConcatLowerLower(d, even23, even01));
        store(1, 0, hn::ConcatLowerLower(d, odd23, odd01));
        store(2, 0, hn::ConcatUpperUpper(d, even23, even01));
        store(3, 0, hn::ConcatUpperUpper(d, odd23, odd01));
      }
    }
  }
}
#endif

using ChaChaLanes = hn::CappedTag<std::uint32_t, kChaChaLanes>;

// `count` blocks of the words `state`; set_places(s, first) puts in what the lanes of blocks first,
// first + 1, ... have of their own.
template <class SetPlaces>
HWY_INLINE void write_blocks(const std::uint32_t* state, std::size_t count, std::uint64_t* out,
                             const SetPlaces& set_places) {
  const ChaChaLanes d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t first = 0; first < count; first += lanes) {
    hn::Vec<ChaChaLanes> s[16];
    for (int i = 0; i < 16; ++i) s[i] = hn::Set(d, state[i]);
    set_places(s, first);
    chacha20_rounds(d, s);
    if (count - first >= lanes) {
      store_blocks(d, s, out + 8 * first);
    } else {
      std::uint64_t rest[8 * kChaChaLanes];
      store_blocks(d, s, rest);
      std::memcpy(out + 8 * first, rest, 64 * (count - first));
    }
  }
}

void consecutive_blocks(const std::uint32_t* state, std::size_t count, std::uint64_t* out) {
  const ChaChaLanes d;
  write_blocks(state, count, out, [&](auto& s, std::size_t first) {
    s[12] = hn::Iota(d, state[12] + static_cast<std::uint32_t>(first));
  });
}

void scattered_blocks(const std::uint32_t* state, std::span<const BlockPlace> places,
                      std::uint64_t* out) {
  const ChaChaLanes d;
  write_blocks(state, places.size(), out, [&](auto& s, std::size_t first) {
    HWY_ALIGN std::uint32_t counters[kChaChaLanes] = {}, documents[kChaChaLanes] = {};
    const std::size_t end = std::min(hn::Lanes(d), places.size() - first);
    for (std::size_t i = 0; i < end; ++i) {
      counters[i] = places[first + i].counter;
      documents[i] = places[first + i].document;
    }
    s[12] = hn::Load(d, counters);
    s[13] = hn::Load(d, documents);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(consecutive_blocks);
HWY_EXPORT(scattered_blocks);

static_assert(std::endian::native == std::endian::little,
              "keys and blocks are laid out little-endian");

namespace {

void quarter_round(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c, std::uint32_t& d) {
  a += b;
  d = std::rotl(d ^ a, 16);
  c += d;
  b = std::rotl(b ^ c, 12);
  a += b;
  d = std::rotl(d ^ a, 8);
  c += d;
  b = std::rotl(b ^ c, 7);
}

struct State {
  std::uint32_t words[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

  State(const Key& key, const std::array<std::uint32_t, 4>& counter) {
    std::memcpy(words + 4, key.data(), key.size());
    std::copy(counter.begin(), counter.end(), words + 12);
  }
};

}  // namespace

// RFC 8439, section 2.3.
void chacha20_block(const Key& key, const std::array<std::uint32_t, 4>& counter,
                    std::span<std::uint32_t, 16> out) {
  std::array<std::uint32_t, 16> initial = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  std::memcpy(&initial[4], key.data(), key.size());
  std::memcpy(&initial[12], counter.data(), sizeof counter);
  std::array<std::uint32_t, 16> s = initial;
  for (int round = 0; round < 10; ++round) {
    quarter_round(s[0], s[4], s[8], s[12]);
    quarter_round(s[1], s[5], s[9], s[13]);
    quarter_round(s[2], s[6], s[10], s[14]);
    quarter_round(s[3], s[7], s[11], s[15]);
    quarter_round(s[0], s[5], s[10], s[15]);
    quarter_round(s[1], s[6], s[11], s[12]);
    quarter_round(s[2], s[7], s[8], s[13]);
    quarter_round(s[3], s[4], s[9], s[14]);
  }
  for (std::size_t i = 0; i < 16; ++i) out[i] = s[i] + initial[i];
}

void chacha20_blocks(const Key& key, std::uint32_t first, std::span<const std::uint32_t, 3> nonce,
                     std::span<std::uint64_t> out) {
  const State state(key, {first, nonce[0], nonce[1], nonce[2]});
  HWY_DYNAMIC_DISPATCH(consecutive_blocks)(state.words, out.size() / 8, out.data());
}

void chacha20_blocks_at(const Key& key, const RandomPosition& at,
                        std::span<const BlockPlace> places, std::span<std::uint64_t> out) {
  const State state(key, counter_words(at));
  HWY_DYNAMIC_DISPATCH(scattered_blocks)(state.words, places, out.data());
}

}  // namespace dplda
#endif  // HWY_ONCE
