#include "base/digest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace dplda {
namespace {

std::string hex_of(std::string_view bytes) {
  Digest digest;
  digest.bytes(std::as_bytes(std::span(bytes)));
  return digest.finish_hex();
}

TEST(Digest, IsBlake2b256) {
  // python3 -c "import hashlib; print(hashlib.blake2b(b'abc', digest_size=32).hexdigest())"
  EXPECT_EQ(hex_of(""), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(hex_of("abc"), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(Digest, TheShortOneIsBlake2b128) {
  const auto short_hex = [](std::string_view text) {
    return fmt::format("{:02x}", fmt::join(short_digest(std::as_bytes(std::span(text))), ""));
  };
  // python3 -c "import hashlib; print(hashlib.blake2b(b'abc', digest_size=16).hexdigest())"
  EXPECT_EQ(short_hex(""), "cae66941d9efbd404e4d88758ea67670");
  EXPECT_EQ(short_hex("abc"), "cf4ab791c62b8d2b2109c90275287816");
}

TEST(Digest, NumbersAreEightLittleEndianBytes) {
  Digest digest;
  digest.number(0x0807060504030201);
  EXPECT_EQ(digest.finish_hex(), hex_of("\x01\x02\x03\x04\x05\x06\x07\x08"));
}

TEST(Digest, TextsDoNotRunIntoOneAnother) {
  Digest first;
  first.text("ab");
  first.text("c");
  Digest second;
  second.text("a");
  second.text("bc");
  EXPECT_NE(first.finish_hex(), second.finish_hex());
}

}  // namespace
}  // namespace dplda
