// Files as byte streams: compressed input, atomic output, read-only mappings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/descriptor.h"

namespace dplda {

// A stream of bytes that is read once, front to back.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills the front of `buffer` and returns how many bytes it wrote; 0 only at the end of the
  // stream. Throws InputError when compressed data is damaged or ends early, SystemError when the
  // disk fails.
  virtual std::size_t read(std::span<char> buffer) = 0;
  // What to call the stream in messages: its path, or "standard input".
  virtual const std::string& name() const = 0;
  // Bytes taken from the file so far, before decompression: what a progress bar shows.
  virtual std::uint64_t bytes_taken() const { return 0; }
};

// Opens `path` for reading ("-": standard input), decompressing gzip and zstd, which are recognised
// by content. Several members or frames end to end are one stream. Throws InputError if there is no
// such readable file.
std::unique_ptr<ByteSource> open_input(const std::string& path);

// The same over bytes in memory, which must outlive the source. For tests and fuzzers.
std::unique_ptr<ByteSource> memory_input(std::string_view bytes, std::string name);

// A file that appears whole or not at all: bytes go to a temporary file beside `path`, commit()
// makes it durable and renames it. Without commit() the destructor removes it. Path "-" is standard
// output; that, and what is not a regular file (/dev/null, a pipe), is written through. A symbolic
// link stays, the file that it points to is replaced. Buffered. Not thread-safe. Every failure is a
// SystemError that names the path, but for what the caller got wrong (see below).
class AtomicFile {
 public:
  // `mode`: permission bits of the new file, before the umask. Throws InputError if the directory
  // does not exist or the path is one.
  explicit AtomicFile(std::string path, unsigned mode = 0666);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  void write(std::span<const std::byte> bytes);
  // Bytes written so far.
  std::uint64_t position() const;
  // Overwrites bytes that were written before, in place; position() stays. REQUIRES: can_patch().
  void patch(std::uint64_t at, std::string_view bytes);
  // Hands on what is buffered: a reader at the other end of a pipe sees it now.
  void flush();
  void commit();

  // False for what is written through: bytes that went down a pipe are gone.
  bool can_patch() const { return !temporary_.empty(); }

  const std::string& path() const { return path_; }

 private:
  void open_beside_target(unsigned mode);
  [[noreturn]] void fail(int error) const;

  std::string path_;       // as the caller named it
  std::string target_;     // where commit() moves the file to
  std::string temporary_;  // empty: written through, or committed
  bool named_ = false;     // whether the temporary file has that name yet
  Descriptor file_;
  std::uint64_t flushed_ = 0;
  std::string buffer_;
};

// A file's bytes, mapped read-only. Movable. Throws InputError if the file cannot be opened or is
// not a regular file. REQUIRES: nobody shortens the file while it is mapped.
class MappedFile {
 public:
  MappedFile() = default;
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const { return {data_, size_}; }
  // The process gives back the memory of what it has read; what is read again comes from the file.
  void drop_pages() const noexcept;

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// A nameless temporary file in `directory` that is appended to, then read back from the front; it
// disappears with the object. For what is too large to hold in memory between two passes.
class SpillFile {
 public:
  // Up to `memory` bytes are held back; the file is opened only when there is more.
  explicit SpillFile(std::string directory, std::size_t memory = std::size_t{1} << 20);
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  void append(std::span<const std::byte> bytes);
  std::uint64_t size() const { return flushed_ + held_.size(); }
  // A fresh reader from the front over all that was appended. REQUIRES: nothing is appended while
  // it is in use, and the SpillFile outlives it.
  std::unique_ptr<ByteSource> rewind();

 private:
  void flush();

  std::string directory_;
  std::size_t memory_;
  Descriptor file_;
  std::uint64_t flushed_ = 0;
  std::string held_;
};

}  // namespace dplda
