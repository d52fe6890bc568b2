#include "base/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/errors.h"
#include "base/paths.h"

namespace dplda {
namespace {

constexpr int kFlags = O_RDWR | O_APPEND | O_CLOEXEC;
constexpr auto kPause = std::chrono::milliseconds(10);

bool is_link(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

// `kind`: LOCK_EX or LOCK_SH.
void take_lock(const Descriptor& file, int kind, double seconds, const std::string& path) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (::flock(file.number(), kind | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) throw SystemError(fmt::format("{}: {}", path, reason(errno)));
    if (Clock::now() >= end) {
      throw FileInUse(fmt::format(
          "{} is in use by another process; try again when that has ended (commands that write to "
          "ledgers wait longer with `wait`)",
          path));
    }
    std::this_thread::sleep_for(kPause);
  }
}

std::string all_of(const Descriptor& file, std::uint64_t from, const std::string& path) {
  std::string text;
  std::string buffer(std::size_t{1} << 16, '\0');
  if (::lseek(file.number(), static_cast<::off_t>(from), SEEK_SET) < 0)
    throw SystemError(fmt::format("{}: {}", path, reason(errno)));
  while (const std::size_t got = read_some(file, buffer, path)) text.append(buffer, 0, got);
  return text;
}

}  // namespace

AppendFile::AppendFile(const std::string& path, double seconds) : path_(path) {
  // Whoever waits for a file that is then taken away starts again.
  while (true) {
    if (open_existing()) {
      if (lock(seconds)) return;
    } else if (create()) {
      return;
    }
  }
}

bool AppendFile::open_existing() {
  file_ = Descriptor(::open(path_.c_str(), kFlags));
  if (!file_.open()) {
    if (errno == ENOENT) return false;
    throw InputError(fmt::format("cannot open {}: {}", path_, reason(errno)));
  }
  struct stat status {};
  if (::fstat(file_.number(), &status) != 0 || !S_ISREG(status.st_mode))
    throw InputError(fmt::format("{} is not a regular file", path_));
  return true;
}

// It appears locked, so that nobody finds it before something stands in it. False if another
// process was faster.
bool AppendFile::create() {
  const std::string name = temporary_name(path_);
  file_ = Descriptor(::open(name.c_str(), kFlags | O_CREAT | O_EXCL, 0600));
  if (!file_.open()) throw InputError(fmt::format("cannot open {}: {}", path_, reason(errno)));
  take_lock(file_, LOCK_EX, 0, path_);
  const bool linked = ::link(name.c_str(), path_.c_str()) == 0;
  const int error = errno;
  ::unlink(name.c_str());
  if (!linked && error == EEXIST) {
    if (is_link(path_))
      throw InputError(fmt::format("{} is a link that leads nowhere; remove it", path_));
    return false;
  }
  if (!linked) throw InputError(fmt::format("cannot open {}: {}", path_, reason(error)));
  created_ = true;
  if (const int failed = sync_directory_of(path_)) {
    remove();
    throw SystemError(fmt::format("{}: {}", directory_of(path_), reason(failed)));
  }
  return true;
}

bool AppendFile::still_there() const {
  struct stat here {};
  struct stat there {};
  return ::fstat(file_.number(), &here) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

bool AppendFile::lock(double seconds) {
  take_lock(file_, LOCK_EX, seconds, path_);
  if (still_there()) return true;
  unlock();
  return false;
}

void AppendFile::unlock() noexcept { ::flock(file_.number(), LOCK_UN); }

void AppendFile::remove() noexcept {
  if (still_there()) ::unlink(path_.c_str());
}

std::string AppendFile::contents(std::uint64_t from) const { return all_of(file_, from, path_); }

void AppendFile::append(std::string_view bytes) {
  const ::off_t before = ::lseek(file_.number(), 0, SEEK_END);
  int error = before < 0 ? errno : write_all(file_, bytes);
  if (error == 0 && ::fsync(file_.number()) != 0) error = errno;
  if (error == 0) return;
  // Half a piece must not stay; if it cannot be taken back either, its reader will notice.
  const bool undone = before >= 0 && ::ftruncate(file_.number(), before) == 0;
  if (undone && created_ && before == 0) remove();
  throw SystemError(fmt::format("{} could not be written: {}{}", path_, reason(error),
                                undone ? "" : "; its last piece may be incomplete"));
}

std::string settled_contents(const std::string& path, double seconds) {
  const Descriptor file = open_to_read(path);
  take_lock(file, LOCK_SH, seconds, path);
  return all_of(file, 0, path);
}

}  // namespace dplda
