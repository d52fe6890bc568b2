// AtomicFile: output that appears whole or not at all.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string_view>

#include "base/errors.h"
#include "base/files.h"
#include "base/paths.h"

namespace dplda {

namespace {

constexpr std::size_t kBuffer = 256 << 10;

// Where a chain of symbolic links ends; the path itself if it is none, or one that leads nowhere.
std::string without_links(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return path;
  char resolved[PATH_MAX];
  return ::realpath(path.c_str(), resolved) == nullptr ? path : resolved;
}

// Whether a file that is there keeps account of something (docs/use/formats.md, "Ledger").
bool is_account(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return false;
  char front[128];
  const ::ssize_t got = ::read(file.number(), front, sizeof front);
  return got > 0 && std::string_view(front, static_cast<std::size_t>(got))
                            .find(R"({"format":"dplda-ledger")") != std::string_view::npos;
}

}  // namespace

AtomicFile::AtomicFile(std::string path, unsigned mode) : path_(std::move(path)) {
  buffer_.reserve(kBuffer);
  if (path_ == "-") {
    file_ = Descriptor::standard(STDOUT_FILENO);
    return;
  }
  struct stat status {};
  if (::stat(path_.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      throw InputError(fmt::format("'{}' is a directory; name a file to write to", path_));
    if (!S_ISREG(status.st_mode)) {
      file_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
      if (!file_.open()) fail(errno);
      return;
    }
    mode &= status.st_mode;  // what was kept from others stays so
  } else if (errno == ENAMETOOLONG) {
    throw InputError(fmt::format("the name of the output '{}' is too long", path_));
  }
  open_beside_target(mode);
}

void AtomicFile::open_beside_target(unsigned mode) {
  if (path_.empty()) throw InputError("the name of an output file is empty");
  target_ = without_links(path_);
  if (is_account(target_)) {
    throw InputError(
        fmt::format("'{}' is a ledger, which nothing replaces; name another file", path_));
  }
  // A file without a name goes away with the process, however that ends. Not every system has them,
  // and a name can be given through /proc only.
  const std::string directory = directory_of(target_);
  if (::access("/proc/self/fd", X_OK) == 0)
    file_ = Descriptor(::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode));
  if (file_.open()) {
    temporary_ = temporary_name(target_);
    return;
  }
  std::string temporary;
  file_ = open_temporary(target_, mode, &temporary);
  if (file_.open()) {
    temporary_ = std::move(temporary);
    named_ = true;
    return;
  }
  const int error = errno;
  if (error == ENOENT || error == ENOTDIR)
    throw InputError(fmt::format("the directory '{}' of the output '{}' does not exist",
                                 directory_of(target_), path_));
  fail(error);
}

AtomicFile::~AtomicFile() {
  if (named_) ::unlink(temporary_.c_str());
}

void AtomicFile::fail(int error) const {
  const std::string where = path_ == "-" ? "to standard output" : fmt::format("'{}'", path_);
  throw SystemError(fmt::format("cannot write {}: {}", where, reason(error)));
}

void AtomicFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBuffer) flush();
  if (bytes.size() < kBuffer) {
    buffer_.append(bytes);
    return;
  }
  if (const int error = write_all(file_, bytes)) fail(error);
  flushed_ += bytes.size();
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::uint64_t AtomicFile::position() const { return flushed_ + buffer_.size(); }

void AtomicFile::patch(std::uint64_t at, std::string_view bytes) {
  if (at >= flushed_) {
    buffer_.replace(static_cast<std::size_t>(at - flushed_), bytes.size(), bytes);
    return;
  }
  flush();
  if (const int error = write_all_at(file_, at, bytes)) fail(error);
}

void AtomicFile::flush() {
  if (const int error = write_all(file_, buffer_)) fail(error);
  flushed_ += buffer_.size();
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (temporary_.empty()) {
    if (const int error = file_.close()) fail(error);
    return;
  }
  if (::fsync(file_.number()) != 0) fail(errno);
  if (!named_) {
    const std::string nameless = fmt::format("/proc/self/fd/{}", file_.number());
    if (::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0)
      fail(errno);
    named_ = true;
  }
  if (const int error = file_.close()) fail(error);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  named_ = false;
  temporary_.clear();
  if (const int error = sync_directory_of(target_)) fail(error);
}

}  // namespace dplda
