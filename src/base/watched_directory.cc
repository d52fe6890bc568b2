#include "base/watched_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "base/errors.h"
#include "base/file_source.h"

namespace dplda {

namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::duration<double>;

constexpr Seconds kLook{0.2};        // from one look at the directory to the next
constexpr Seconds kSleepStep{0.05};  // from one question to stop to the next

}  // namespace

WatchedDirectory::WatchedDirectory(std::string path, std::string suffix)
    : path_(std::move(path)), suffix_(std::move(suffix)) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path_, ignored);
  if (!fs::exists(status)) throw InputError(fmt::format("there is no directory '{}'", path_));
  if (!fs::is_directory(status))
    throw InputError(fmt::format("'{}' is not a directory; name one", path_));
}

std::vector<std::string> WatchedDirectory::files() const {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator at(path_, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    std::string name = at->path().filename().string();
    if (name.starts_with('.') || !name.ends_with(suffix_)) continue;
    // A file that goes away meanwhile is none.
    std::error_code ignored;
    if (at->is_regular_file(ignored)) names.push_back(std::move(name));
  }
  if (error)
    throw InputError(fmt::format("the directory '{}' cannot be read: {}", path_, error.message()));
  std::sort(names.begin(), names.end());
  for (auto& name : names) name = (fs::path(path_) / name).string();
  return names;
}

std::unique_ptr<ByteSource> continued_input(const std::string& path, std::uint64_t offset) {
  Descriptor file = open_to_read(path);
  if (::lseek(file.number(), static_cast<off_t>(offset), SEEK_SET) < 0)
    throw SystemError(fmt::format("cannot read from '{}': {}", path, reason(errno)));
  return std::make_unique<FileSource>(std::move(file), path);
}

Patience::Patience(const Wait& wait)
    : wait_(wait), begin_(std::chrono::steady_clock::now()), over_(wait.idle_seconds == 0) {}

bool Patience::sleep() {
  if (over_) return false;
  const auto slept_from = std::chrono::steady_clock::now();
  Seconds length = kLook;
  if (wait_.idle_seconds >= 0) {
    const Seconds left = Seconds(wait_.idle_seconds) - (slept_from - begin_);
    length = std::min(length, left);
    over_ = length == left;
  }
  while (!stopped()) {
    const Seconds left = length - (std::chrono::steady_clock::now() - slept_from);
    if (left <= Seconds(0)) return true;
    std::this_thread::sleep_for(std::min(left, kSleepStep));
  }
  return false;
}

}  // namespace dplda
