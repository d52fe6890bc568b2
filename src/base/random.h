// Every random number of the project: a keyed function from a position to 64 bits, the ChaCha20
// block function of RFC 8439. There is no generator state: a draw depends on the key and its
// position alone, so any number of threads, in any order, draws the same numbers
// (docs/internals/algorithms.md, "Random streams").
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/key.h"
#include "base/random_position.h"

namespace dplda {

// The draws of one key.
class RandomStreams {
 public:
  explicit RandomStreams(const Key& key) : key_(key) {}

  // One draw: 64 uniform bits.
  std::uint64_t draw(const RandomPosition& at) const;

  // The draws of positions first..first+out.size() of one document and purpose. REQUIRES:
  // `at.position` and out.size() are multiples of 8. Vectorised; equals draw() position by
  // position.
  void draws(const RandomPosition& at, std::span<std::uint64_t> out) const;

  const Key& key() const { return key_; }

 private:
  Key key_;
};

// Reads one document's draws of one purpose in order, for code that needs few of them.
class RandomStream {
 public:
  RandomStream(const RandomStreams& random, Purpose purpose, std::uint32_t sweep = 0,
               std::uint64_t document = 0)
      : random_(&random), at_{.purpose = purpose, .sweep = sweep, .document = document} {}

  // 64 uniform bits.
  std::uint64_t next();
  // Uniform below `bound`, exactly. REQUIRES: bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1), a multiple of 2^-53. Not for draws that protect someone.
  double uniform();

 private:
  const RandomStreams* random_;
  RandomPosition at_;
  std::array<std::uint64_t, 8> block_{};
  unsigned used_ = 8;
};

// The exactly uniform integer below `bound` that 64 random bits x give, or nothing when x must be
// drawn again (Lemire's multiplication method). REQUIRES: bound >= 1.
inline bool uniform_below(std::uint64_t x, std::uint64_t bound, std::uint64_t& result) {
  const auto product = static_cast<unsigned __int128>(x) * bound;
  result = static_cast<std::uint64_t>(product >> 64);
  const auto low = static_cast<std::uint64_t>(product);
  return low >= bound || low >= (0 - bound) % bound;
}

}  // namespace dplda
