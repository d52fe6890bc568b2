#include "base/random.h"

#include <sodium.h>

#include <bit>
#include <cstring>
#include <string>

#include "base/chacha.h"
#include "base/errors.h"

namespace dplda {

static_assert(std::endian::native == std::endian::little,
              "keys and blocks are laid out little-endian");

namespace {

void start_sodium() {
  if (sodium_init() < 0) throw SystemError("the cryptographic library could not be started");
}

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

}  // namespace

// As the compiler must not leave out.
Key::~Key() { sodium_memzero(data(), size()); }

Key random_key() {
  start_sodium();
  Key key;
  randombytes_buf(key.data(), key.size());
  return key;
}

Key key_from_seed(std::uint64_t seed) {
  const Key zero{};
  std::array<char, 8> bytes;
  std::memcpy(bytes.data(), &seed, sizeof seed);
  return derived_key(zero, "dplda seed " + std::string(bytes.begin(), bytes.end()));
}

Key derived_key(const Key& key, std::string_view use) {
  start_sodium();
  Key result;
  crypto_generichash(result.data(), result.size(),
                     reinterpret_cast<const unsigned char*>(use.data()), use.size(), key.data(),
                     key.size());
  return result;
}

std::array<std::uint32_t, 4> counter_words(const StreamPosition& at) {
  return {static_cast<std::uint32_t>(at.position >> 3), static_cast<std::uint32_t>(at.document),
          at.sweep,
          static_cast<std::uint32_t>(at.purpose) | static_cast<std::uint32_t>(at.retry) << 8 |
              static_cast<std::uint32_t>(at.document >> 32) << 16};
}

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

std::uint64_t Streams::draw(const StreamPosition& at) const {
  std::array<std::uint32_t, 16> block;
  chacha20_block(key_, counter_words(at), block);
  const std::size_t word = 2 * (at.position & 7);
  return block[word] | static_cast<std::uint64_t>(block[word + 1]) << 32;
}

void Streams::draws(const StreamPosition& at, std::span<std::uint64_t> out) const {
  const std::array<std::uint32_t, 4> words = counter_words(at);
  chacha20_blocks(key_, words[0], std::span<const std::uint32_t, 3>(words.data() + 1, 3), out);
}

std::uint64_t Stream::next() {
  if (used_ == 8) {
    streams_->draws(at_, block_);
    at_.position += 8;
    used_ = 0;
  }
  return block_[used_++];
}

std::uint64_t Stream::below(std::uint64_t bound) {
  std::uint64_t result;
  while (!uniform_below(next(), bound, result)) {
  }
  return result;
}

double Stream::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

}  // namespace dplda
