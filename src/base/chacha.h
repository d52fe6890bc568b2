// The ChaCha20 block function of RFC 8439: plainly, and for many blocks at once. For code that
// fills its vectors with many positions; all else draws through random.h.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/key.h"
#include "base/random_position.h"

namespace dplda {

// The ChaCha20 block function, plainly. out: 16 little-endian words.
void chacha20_block(const Key& key, const std::array<std::uint32_t, 4>& counter,
                    std::span<std::uint32_t, 16> out);

// The blocks of counters (first + i, nonce) for i below out.size() / 8, each as 8 little-endian
// 64-bit words. `first` + i must not pass 2^32. Equals chacha20_block() block by block, on every
// instruction set.
void chacha20_blocks(const Key& key, std::uint32_t first, std::span<const std::uint32_t, 3> nonce,
                     std::span<std::uint64_t> out);

// Where a block stands among others of the same sweep, purpose and retry: it holds the draws of
// positions 8 counter, ..., 8 counter + 7.
struct BlockPlace {
  std::uint32_t counter;
  std::uint32_t document;
};

// The blocks of `places`, in that order, each as the 8 draws of RandomStreams::draws. The position
// and the lower 32 bits of the document of `at` are not read. REQUIRES: out.size() is 8
// places.size().
void chacha20_blocks_at(const Key& key, const RandomPosition& at,
                        std::span<const BlockPlace> places, std::span<std::uint64_t> out);

}  // namespace dplda
