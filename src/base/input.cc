// open_input and memory_input: plain bytes, and the gzip and zstd that may wrap them.
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/file_source.h"
#include "base/files.h"

namespace dplda {

namespace {

constexpr std::size_t kCompressedBuffer = 256 << 10;

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string_view bytes, std::string name) : rest_(bytes), name_(std::move(name)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t got = std::min(buffer.size(), rest_.size());
    if (got > 0) std::memcpy(buffer.data(), rest_.data(), got);
    rest_.remove_prefix(got);
    taken_ += got;
    return got;
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_taken() const override { return taken_; }

 private:
  std::string_view rest_;
  std::string name_;
  std::uint64_t taken_ = 0;
};

// A source whose first bytes were already read to see what it is.
class SniffedSource final : public ByteSource {
 public:
  explicit SniffedSource(std::unique_ptr<ByteSource> from) : from_(std::move(from)), head_(4, 0) {
    std::size_t size = 0;
    while (size < head_.size()) {
      const std::size_t got = from_->read(std::span(head_).subspan(size));
      if (got == 0) break;
      size += got;
    }
    head_.resize(size);
  }

  std::string_view head() const { return head_; }

  std::size_t read(std::span<char> buffer) override {
    if (head_.empty()) return from_->read(buffer);
    const std::size_t got = std::min(buffer.size(), head_.size());
    std::memcpy(buffer.data(), head_.data(), got);
    head_.erase(0, got);
    return got;
  }
  const std::string& name() const override { return from_->name(); }
  std::uint64_t bytes_taken() const override { return from_->bytes_taken(); }

 private:
  std::unique_ptr<ByteSource> from_;
  std::string head_;
};

[[noreturn]] void fail_compressed(const ByteSource& source, std::string_view kind) {
  throw InputError(
      fmt::format("{}: the {} data is damaged or ends early; fetch or compress the file again",
                  source.name(), kind));
}

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<ByteSource> from)
      : from_(std::move(from)), input_(kCompressedBuffer) {
    constexpr int kGzipOnly = 15 + 16;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<char> buffer) override {
    const std::size_t room = std::min<std::size_t>(buffer.size(), 1 << 30);
    if (room == 0) return 0;
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(room);
    while (stream_.avail_out == room) {
      if (stream_.avail_in == 0 && !refill()) {
        if (!between_members_) fail_compressed(*this, "gzip");
        return 0;
      }
      // What follows a member must be another one: inflate checks its magic bytes.
      if (between_members_ && inflateReset(&stream_) != Z_OK) fail_compressed(*this, "gzip");
      between_members_ = false;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        between_members_ = true;
      } else if (status == Z_MEM_ERROR) {
        throw std::bad_alloc();
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        fail_compressed(*this, "gzip");
      }
    }
    return room - stream_.avail_out;
  }
  const std::string& name() const override { return from_->name(); }
  std::uint64_t bytes_taken() const override { return from_->bytes_taken() - stream_.avail_in; }

 private:
  bool refill() {
    const std::size_t got = from_->read(input_);
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  std::unique_ptr<ByteSource> from_;
  std::vector<char> input_;
  z_stream stream_{};
  bool between_members_ = false;
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> from)
      : from_(std::move(from)), input_(kCompressedBuffer), stream_(ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
  }

  std::size_t read(std::span<char> buffer) override {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    if (out.size == 0) return 0;
    while (out.pos == 0) {
      if (in_.pos == in_.size && !flushing_) {
        in_ = {input_.data(), from_->read(input_), 0};
        if (in_.size == 0) {
          if (!between_frames_) fail_compressed(*this, "zstd");
          return 0;
        }
      }
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(status)) fail(status);
      between_frames_ = status == 0;
      // A full output buffer may leave decoded bytes behind that need no further input.
      flushing_ = !between_frames_ && out.pos == out.size;
    }
    return out.pos;
  }
  const std::string& name() const override { return from_->name(); }
  std::uint64_t bytes_taken() const override { return from_->bytes_taken() - (in_.size - in_.pos); }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  [[noreturn]] void fail(std::size_t status) const {
    if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge)
      throw InputError(fmt::format(
          "{}: the zstd data needs a window above 128 MiB; decompress it first with 'zstd -d "
          "--long=31'",
          name()));
    fail_compressed(*this, "zstd");
  }

  std::unique_ptr<ByteSource> from_;
  std::vector<char> input_;
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool between_frames_ = false;
  bool flushing_ = false;
};

bool is_gzip(std::string_view head) { return head.starts_with("\x1f\x8b"); }

bool is_zstd(std::string_view head) {
  // A frame, or one of the skippable frames that parallel compressors put first.
  return head == "\x28\xb5\x2f\xfd" ||
         (head.size() == 4 && (head[0] & 0xf0) == 0x50 && head.substr(1) == "\x2a\x4d\x18");
}

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> raw) {
  auto sniffed = std::make_unique<SniffedSource>(std::move(raw));
  if (is_gzip(sniffed->head())) return std::make_unique<GzipSource>(std::move(sniffed));
  if (is_zstd(sniffed->head())) return std::make_unique<ZstdSource>(std::move(sniffed));
  return sniffed;
}

}  // namespace

std::unique_ptr<ByteSource> open_input(const std::string& path) {
  if (path == "-")
    return decompressed(
        std::make_unique<FileSource>(Descriptor::standard(STDIN_FILENO), "standard input"));
  return decompressed(std::make_unique<FileSource>(open_to_read(path), path));
}

std::unique_ptr<ByteSource> memory_input(std::string_view bytes, std::string name) {
  return decompressed(std::make_unique<MemorySource>(bytes, std::move(name)));
}

}  // namespace dplda
