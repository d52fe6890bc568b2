#include "base/key.h"

#include <sodium.h>

#include <bit>
#include <cstring>
#include <string>

#include "base/errors.h"

namespace dplda {

static_assert(std::endian::native == std::endian::little, "seeds are laid out little-endian");

namespace {

void start_sodium() {
  if (sodium_init() < 0) throw SystemError("the cryptographic library could not be started");
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

}  // namespace dplda
