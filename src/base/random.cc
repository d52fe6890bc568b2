#include "base/random.h"

#include "base/chacha.h"

namespace dplda {

std::uint64_t RandomStreams::draw(const RandomPosition& at) const {
  std::array<std::uint32_t, 16> block;
  chacha20_block(key_, counter_words(at), block);
  const std::size_t word = 2 * (at.position & 7);
  return block[word] | static_cast<std::uint64_t>(block[word + 1]) << 32;
}

void RandomStreams::draws(const RandomPosition& at, std::span<std::uint64_t> out) const {
  const std::array<std::uint32_t, 4> words = counter_words(at);
  chacha20_blocks(key_, words[0], std::span<const std::uint32_t, 3>(words.data() + 1, 3), out);
}

std::uint64_t RandomStream::next() {
  if (used_ == 8) {
    random_->draws(at_, block_);
    at_.position += 8;
    used_ = 0;
  }
  return block_[used_++];
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  std::uint64_t result;
  while (!uniform_below(next(), bound, result)) {
  }
  return result;
}

double RandomStream::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

}  // namespace dplda
