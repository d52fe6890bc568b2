#include "base/digest.h"

#include <fmt/format.h>
#include <sodium.h>

#include "base/errors.h"

namespace dplda {

struct Digest::State {
  crypto_generichash_blake2b_state hash;
};

Digest::Digest() : state_(std::make_unique<State>()) {
  // Chooses the fastest code for this machine; harmless when called again.
  if (sodium_init() < 0) throw SystemError("the cryptographic library could not be started");
  crypto_generichash_blake2b_init(&state_->hash, nullptr, 0, 32);
}

Digest::~Digest() = default;

void Digest::bytes(std::span<const std::byte> data) {
  crypto_generichash_blake2b_update(
      &state_->hash, reinterpret_cast<const unsigned char*>(data.data()), data.size());
}

void Digest::number(std::uint64_t value) {
  std::array<std::byte, 8> little_endian;
  for (std::size_t i = 0; i < 8; ++i) little_endian[i] = static_cast<std::byte>(value >> (8 * i));
  bytes(little_endian);
}

void Digest::text(std::string_view value) {
  number(value.size());
  bytes(std::as_bytes(std::span(value)));
}

std::array<std::uint8_t, 32> Digest::finish() {
  std::array<std::uint8_t, 32> result;
  crypto_generichash_blake2b_final(&state_->hash, result.data(), result.size());
  return result;
}

std::string Digest::finish_hex() {
  std::string hex;
  for (const auto byte : finish()) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::array<std::uint8_t, 16> short_digest(std::span<const std::byte> data) {
  if (sodium_init() < 0) throw SystemError("the cryptographic library could not be started");
  std::array<std::uint8_t, 16> result;
  crypto_generichash_blake2b(result.data(), result.size(),
                             reinterpret_cast<const unsigned char*>(data.data()), data.size(),
                             nullptr, 0);
  return result;
}

}  // namespace dplda
