#include "base/lock_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>

#include "base/errors.h"

namespace dplda {

LockFile::LockFile(const std::string& path, const std::string& what)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  if (!file_.open()) throw SystemError(fmt::format("cannot lock {}: {}", what, reason(errno)));
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK)
    throw InputError(fmt::format("{} is in use by another run; wait until that has ended", what));
  throw SystemError(fmt::format("cannot lock {}: {}", what, reason(errno)));
}

}  // namespace dplda
