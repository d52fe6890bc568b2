#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <vector>

#include "base/errors.h"
#include "base/files.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

std::string gzipped(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstded(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string all_of(ByteSource& source, std::size_t piece = 1 << 20) {
  std::string all;
  std::vector<char> buffer(piece);
  while (const std::size_t got = source.read(buffer)) all.append(buffer.data(), got);
  EXPECT_EQ(source.read(buffer), 0u) << "the end must stay the end";
  return all;
}

std::string decoded(std::string_view bytes, std::size_t piece = 1 << 20) {
  return all_of(*memory_input(bytes, "x.gz"), piece);
}

std::string decoding_error(std::string_view bytes) {
  return test::input_error([&] { decoded(bytes); });
}

// Text of pseudo-random letters, which compresses but not to nothing.
std::string sample_text(std::size_t size) {
  std::string text(size, ' ');
  std::uint32_t state = 1;
  for (auto& letter : text) {
    state = state * 1664525 + 1013904223;
    letter = static_cast<char>('a' + (state >> 28));
  }
  return text;
}

TEST(Input, PlainBytesPassUnchangedWhateverThePieces) {
  for (const std::string text : {"", "a", "ab", "abc", "abcd", "abcde", "\x1f", "(\xb5/"}) {
    EXPECT_EQ(decoded(text), text);
    EXPECT_EQ(decoded(text, 1), text);
    EXPECT_EQ(decoded(text, 3), text);
  }
}

TEST(Input, CompressedMembersEndToEndAreOneStream) {
  const std::string text = sample_text(700'000);
  for (const auto& compress : {gzipped, zstded}) {
    for (const std::size_t piece : {std::size_t{1} << 20, std::size_t{4096}, std::size_t{7}}) {
      EXPECT_EQ(decoded(compress(text), piece), text);
      EXPECT_EQ(decoded(compress("one ") + compress("") + compress("two"), piece), "one two");
    }
    EXPECT_EQ(decoded(compress("")), "");
  }
}

TEST(Input, SkippableZstdFramesAreSkipped) {
  const std::string frame("\x5e\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
  EXPECT_EQ(decoded(frame + zstded("text")), "text");
  EXPECT_EQ(decoded(zstded("text") + frame), "text");
}

TEST(Input, EveryCutOfCompressedDataIsAnError) {
  for (const auto& compress : {gzipped, zstded}) {
    const std::string whole = compress("only the whole is good") + compress("twice");
    const std::size_t first = compress("only the whole is good").size();
    // Below 4 bytes a zstd magic cannot be known.
    for (std::size_t size = 4; size < whole.size(); ++size) {
      if (size == first) continue;
      EXPECT_NE(decoding_error(whole.substr(0, size)), "") << size;
    }
  }
  EXPECT_EQ(decoding_error(gzipped("text").substr(0, 12)),
            "x.gz: the gzip data is damaged or ends early; fetch or compress the file again");
}

TEST(Input, DamagedOrFollowedByGarbageIsAnError) {
  for (const auto& compress : {gzipped, zstded}) {
    EXPECT_NE(decoding_error(compress("text") + "garbage"), "");
    EXPECT_NE(decoding_error(compress("text") + "g"), "");
  }
  std::string damaged = gzipped(sample_text(1000));
  damaged[damaged.size() - 6] ^= 1;  // its checksum
  EXPECT_NE(decoding_error(damaged), "");
}

TEST(Input, OpensFilesByContentNotByName) {
  const test::TemporaryDirectory directory;
  const std::string text = sample_text(600'000);
  for (const auto& bytes : {text, gzipped(text), zstded(text)}) {
    test::write_file(directory / "file", bytes);
    const auto source = open_input(directory / "file");
    EXPECT_EQ(all_of(*source), text);
    EXPECT_EQ(source->name(), directory / "file");
    EXPECT_EQ(source->bytes_taken(), bytes.size());
  }
}

TEST(Input, WhatIsNoReadableFileIsTheCallersFault) {
  const test::TemporaryDirectory directory;
  EXPECT_THROW(open_input(directory / "missing"), InputError);
  EXPECT_THROW(open_input(directory.path()), InputError);
  EXPECT_THROW(open_input(directory / "missing/file"), InputError);
  EXPECT_THROW(open_input(""), InputError);
}

}  // namespace
}  // namespace dplda
