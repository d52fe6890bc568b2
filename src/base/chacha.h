// Many ChaCha20 blocks at once. Internal to base/: the rest of the project draws through random.h.
#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"

namespace dplda {

// The blocks of counters (first + i, nonce) for i below out.size() / 8, each as 8 little-endian
// 64-bit words. `first` + i must not pass 2^32. Equals chacha20_block() block by block, on every
// instruction set.
void chacha20_blocks(const Key& key, std::uint32_t first, std::span<const std::uint32_t, 3> nonce,
                     std::span<std::uint64_t> out);

}  // namespace dplda
