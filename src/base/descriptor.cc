#include "base/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/errors.h"
#include "base/paths.h"

namespace dplda {

namespace {

// Linux moves at most this much a call; asking for more is allowed, but not portable.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

template <class WritePiece>
int write_pieces(std::string_view bytes, WritePiece write_piece) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto piece = bytes.substr(done, kMostAtOnce);
    const ssize_t written = write_piece(piece, done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return EIO;
    done += static_cast<std::size_t>(written);
  }
  return 0;
}

}  // namespace

Descriptor::Descriptor(int opened) : number_(opened) {
  if (opened < 0 || opened > STDERR_FILENO) return;
  number_ = ::fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  ::close(opened);
  errno = error;
}

Descriptor Descriptor::standard(int number) {
  Descriptor stream;
  stream.number_ = number;
  return stream;
}

int Descriptor::close() {
  const int number = std::exchange(number_, -1);
  if (number <= STDERR_FILENO) return 0;
  return ::close(number) == 0 || errno == EINTR ? 0 : errno;
}

std::string reason(int error) { return std::generic_category().message(error); }

Descriptor open_to_read(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.open()) {
    const int error = errno;
    if (error == ENOENT || error == ENOTDIR)
      throw InputError(fmt::format("there is no file '{}'", path));
    if (error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO)
      throw SystemError(fmt::format("cannot open '{}': {}", path, reason(error)));
    throw InputError(fmt::format("'{}' cannot be read: {}", path, reason(error)));
  }
  struct stat status {};
  if (::fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode))
    throw InputError(fmt::format("'{}' is a directory where a file is needed", path));
  return file;
}

std::size_t read_some(const Descriptor& from, std::span<char> buffer, const std::string& name) {
  while (true) {
    const ssize_t got = ::read(from.number(), buffer.data(), std::min(buffer.size(), kMostAtOnce));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR)
      throw SystemError(fmt::format("cannot read from '{}': {}", name, reason(errno)));
  }
}

int write_all(const Descriptor& to, std::string_view bytes) {
  return write_pieces(bytes, [&](std::string_view piece, std::size_t) {
    return ::write(to.number(), piece.data(), piece.size());
  });
}

int write_all_at(const Descriptor& to, std::uint64_t at, std::string_view bytes) {
  return write_pieces(bytes, [&](std::string_view piece, std::size_t done) {
    return ::pwrite(to.number(), piece.data(), piece.size(), static_cast<off_t>(at + done));
  });
}

int sync_directory_of(const std::string& path) {
  const Descriptor directory(
      ::open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.open()) return 0;
  return ::fsync(directory.number()) == 0 || errno == EINVAL ? 0 : errno;
}

std::string temporary_name(const std::string& path) {
  const auto slash = path.rfind('/');
  // A name may have 255 bytes; room is left for the dot, the suffix and the target's own name.
  const std::string last =
      (slash == std::string::npos ? path : path.substr(slash + 1)).substr(0, 200);
  std::uint64_t suffix = 0;
  while (::getrandom(&suffix, sizeof suffix, 0) != sizeof suffix) {
  }
  return fmt::format("{}/.{}.{:016x}.tmp", directory_of(path), last, suffix);
}

Descriptor open_temporary(const std::string& path, unsigned mode, std::string* name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    *name = temporary_name(path);
    Descriptor file(::open(name->c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.open() || errno != EEXIST) return file;
  }
  errno = EEXIST;
  return {};
}

}  // namespace dplda
