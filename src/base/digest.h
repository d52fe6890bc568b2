// BLAKE2b-256 over a sequence of typed pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace dplda {

class Digest {
 public:
  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  // Raw bytes: pieces are not separated.
  void bytes(std::span<const std::byte> data);
  // A number as 8 little-endian bytes; a text as its length and its bytes.
  void number(std::uint64_t value);
  void text(std::string_view value);

  // REQUIRES: called once, last.
  std::array<std::uint8_t, 32> finish();
  std::string finish_hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// BLAKE2b-128 of some bytes: a check against damage, for records that are many and small.
std::array<std::uint8_t, 16> short_digest(std::span<const std::byte> data);

}  // namespace dplda
