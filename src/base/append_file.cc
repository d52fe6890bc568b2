#include "base/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/errors.h"
#include "base/files.h"

namespace dplda {
namespace {

constexpr int kFlags = O_RDWR | O_APPEND | O_CLOEXEC;

// A new file is safe only when its directory's entry is.
void sync_directory(const std::string& path) {
  const Descriptor directory(::open(directory_of(path).c_str(), O_RDONLY | O_DIRECTORY));
  if (!directory.open() || ::fsync(directory.number()) != 0)
    throw SystemError(fmt::format("{}: {}", directory_of(path), reason(errno)));
}

}  // namespace

AppendFile::AppendFile(const std::string& path)
    : path_(path), file_(::open(path.c_str(), kFlags | O_CREAT | O_EXCL, 0600)) {
  created_ = file_.open();
  if (!created_ && errno == EEXIST) file_ = Descriptor(::open(path.c_str(), kFlags));
  if (!file_.open()) throw InputError(fmt::format("cannot open {}: {}", path, reason(errno)));
  struct stat status {};
  if (::fstat(file_.number(), &status) != 0 || !S_ISREG(status.st_mode))
    throw InputError(fmt::format("{} is not a regular file", path));
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
    throw InputError(
        fmt::format("{} is in use by another process; wait until that has ended", path));
  }
  if (created_) sync_directory(path);
}

std::string AppendFile::contents() const {
  std::string text;
  std::string buffer(std::size_t{1} << 16, '\0');
  if (::lseek(file_.number(), 0, SEEK_SET) < 0)
    throw SystemError(fmt::format("{}: {}", path_, reason(errno)));
  while (const std::size_t got = read_some(file_, buffer, path_)) text.append(buffer, 0, got);
  return text;
}

void AppendFile::append(std::string_view bytes) {
  const ::off_t before = ::lseek(file_.number(), 0, SEEK_END);
  int error = before < 0 ? errno : write_all(file_, bytes);
  if (error == 0 && ::fsync(file_.number()) != 0) error = errno;
  if (error == 0) return;
  // Half a piece must not stay; if it cannot be taken back either, its reader will notice.
  const bool undone = before >= 0 && ::ftruncate(file_.number(), before) == 0;
  if (undone && created_ && before == 0) ::unlink(path_.c_str());
  throw SystemError(fmt::format("{} could not be written: {}{}", path_, reason(error),
                                undone ? "" : "; its last piece may be incomplete"));
}

}  // namespace dplda
