// MappedFile and SpillFile; input.cc and atomic_file.cc hold the rest of files.h.
#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/errors.h"

namespace dplda {

MappedFile::MappedFile(const std::string& path) {
  const Descriptor file = open_to_read(path);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0)
    throw SystemError(fmt::format("cannot open '{}': {}", path, reason(errno)));
  if (!S_ISREG(status.st_mode))
    throw InputError(fmt::format("'{}' is not a regular file; save it to one first", path));
  if (status.st_size == 0) return;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (data == MAP_FAILED)
    throw SystemError(fmt::format("cannot map '{}': {}", path, reason(errno)));
  data_ = static_cast<const std::byte*>(data);
  size_ = size;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

void MappedFile::drop_pages() const noexcept {
  if (data_ != nullptr) ::madvise(const_cast<std::byte*>(data_), size_, MADV_DONTNEED);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

namespace {

// Reads a spill file's part on disk, then the part still in memory.
class SpillReader final : public ByteSource {
 public:
  SpillReader(const Descriptor& file, std::uint64_t on_disk, std::string_view held,
              const std::string& directory)
      : file_(file),
        on_disk_(on_disk),
        held_(held),
        name_(fmt::format("temporary data in {}", directory)) {}

  std::size_t read(std::span<char> buffer) override {
    if (at_ >= on_disk_) return read_held(buffer);
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), on_disk_ - at_));
    ssize_t got = 0;
    do {
      got = ::pread(file_.number(), buffer.data(), wanted, static_cast<off_t>(at_));
    } while (got < 0 && errno == EINTR);
    if (got <= 0 && wanted > 0)
      throw SystemError(fmt::format("cannot read {}: {}", name_, reason(got < 0 ? errno : EIO)));
    at_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_taken() const override { return at_; }

 private:
  std::size_t read_held(std::span<char> buffer) {
    const auto rest = held_.substr(static_cast<std::size_t>(at_ - on_disk_));
    const std::size_t got = std::min(buffer.size(), rest.size());
    if (got > 0) std::memcpy(buffer.data(), rest.data(), got);
    at_ += got;
    return got;
  }

  const Descriptor& file_;
  std::uint64_t on_disk_;
  std::string_view held_;
  std::string name_;
  std::uint64_t at_ = 0;
};

}  // namespace

SpillFile::SpillFile(std::string directory, std::size_t memory)
    : directory_(std::move(directory)), memory_(memory) {}

void SpillFile::append(std::span<const std::byte> bytes) {
  if (bytes.size() > memory_ - held_.size()) flush();
  held_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (held_.size() > memory_) flush();
}

void SpillFile::flush() {
  int error = 0;
  if (!file_.open()) {
    std::string name;
    file_ = open_temporary(directory_ + "/dplda-spill", 0600, &name);
    error = file_.open() ? (::unlink(name.c_str()) == 0 ? 0 : errno) : errno;
  }
  if (error == 0) error = write_all(file_, held_);
  if (error != 0)
    throw SystemError(
        fmt::format("cannot write temporary data to '{}': {}", directory_, reason(error)));
  flushed_ += held_.size();
  held_.clear();
}

std::unique_ptr<ByteSource> SpillFile::rewind() {
  return std::make_unique<SpillReader>(file_, flushed_, held_, directory_);
}

}  // namespace dplda
