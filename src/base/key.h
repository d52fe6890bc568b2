// The 32 bytes that decide draws, and where they come from.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace dplda {

// All zero until it is set. Every copy is overwritten when it goes.
class Key : public std::array<std::uint8_t, 32> {
 public:
  Key() : array{} {}
  Key(const Key&) = default;
  Key& operator=(const Key&) = default;
  ~Key();
};

// 32 fresh bytes from the operating system.
Key random_key();
// The key of a public seed. Whoever knows the seed knows every draw.
Key key_from_seed(std::uint64_t seed);
// An independent key for a named use: keyed BLAKE2b of `use` under `key`.
Key derived_key(const Key& key, std::string_view use);

}  // namespace dplda
