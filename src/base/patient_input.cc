#include "base/patient_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/descriptor.h"
#include "base/errors.h"

namespace dplda {

namespace {

constexpr int kPollStep = 100;  // milliseconds between two questions to stop
constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

class PatientSource final : public ByteSource {
 public:
  PatientSource(Descriptor file, std::string name, std::function<bool()> stop)
      : file_(std::move(file)), name_(std::move(name)), stop_(std::move(stop)) {}

  std::size_t read(std::span<char> buffer) override {
    if (ended_ || buffer.empty()) return 0;
    std::size_t got = 0;
    ended_ = !wait_and_read(buffer, got);
    if (taken_ < kZstd.size()) check_start(buffer.first(got));
    taken_ += got;
    return got;
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_taken() const override { return taken_; }

 private:
  // False at the end, or when told to stop.
  bool wait_and_read(std::span<char> buffer, std::size_t& got) const {
    // What is there already is read before anyone is asked whether to wait.
    for (int step = 0;; step = kPollStep) {
      pollfd waiting{.fd = file_.number(), .events = POLLIN, .revents = 0};
      const int ready = ::poll(&waiting, 1, step);
      if (ready < 0 && errno != EINTR && errno != EAGAIN) fail();
      if (ready > 0 && try_read(buffer, got)) return got > 0;
      if (stop_ && stop_()) return false;
    }
  }

  // False if there was nothing to read after all.
  bool try_read(std::span<char> buffer, std::size_t& got) const {
    const ssize_t result = ::read(file_.number(), buffer.data(), buffer.size());
    if (result < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (result < 0) fail();
    got = static_cast<std::size_t>(result);
    return true;
  }

  void check_start(std::span<const char> bytes) {
    start_.append(bytes.data(), std::min(bytes.size(), kZstd.size() - start_.size()));
    if (start_.starts_with(kGzip) || start_ == kZstd) {
      throw InputError(fmt::format(
          "{}: compressed data does not come piece by piece; decompress it on its way here",
          name_));
    }
  }

  [[noreturn]] void fail() const {
    throw SystemError(fmt::format("cannot read from '{}': {}", name_, reason(errno)));
  }

  Descriptor file_;
  std::string name_;
  std::function<bool()> stop_;
  bool ended_ = false;
  std::string start_;  // the first bytes
  std::uint64_t taken_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> patient_input(const std::string& path, std::function<bool()> stop) {
  const bool standard = path == "-";
  struct stat status {};
  const int known = standard ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status);
  if (known != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return open_input(path);
  if (standard)
    return std::make_unique<PatientSource>(Descriptor::standard(STDIN_FILENO), "standard input",
                                           std::move(stop));
  // Opening a pipe must not wait for its writer, since nobody could end that wait.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!file.open()) {
    const int error = errno;
    const std::string message = fmt::format("'{}' cannot be read: {}", path, reason(error));
    if (error == EMFILE || error == ENFILE || error == ENOMEM) throw SystemError(message);
    throw InputError(message);
  }
  return std::make_unique<PatientSource>(std::move(file), path, std::move(stop));
}

}  // namespace dplda
