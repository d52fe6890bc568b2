#include "apps/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "apps/cli/cli.h"

namespace dplda::cli {
namespace {

constexpr int kBarWidth = 24;

std::string bar(double share) {
  const int filled = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * kBarWidth));
  return fmt::format("[{:#<{}}{:.<{}}]", "", filled, "", kBarWidth - filled);
}

}  // namespace

Progress::Progress(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1), last_(Clock::now()) {}

Progress::~Progress() { finish(); }

bool Progress::due() const {
  if (quiet_) return false;
  const double seconds = std::chrono::duration<double>(Clock::now() - last_).count();
  return seconds >= (terminal_ ? 0.2 : 5.0);
}

void Progress::show(double done, double total, std::string_view text) {
  if (quiet_) return;
  last_ = Clock::now();
  if (!terminal_) {
    tell(fmt::format("{}\n", text));
    return;
  }
  tell(fmt::format("\r{} {}\x1b[K", total > 0 ? bar(done / total) : "", text));
  std::fflush(stderr);
  open_ = true;
}

void Progress::say(std::string_view text) {
  if (quiet_) return;
  finish();
  tell(fmt::format("{}\n", text));
}

void Progress::finish() {
  if (!open_) return;
  tell(fmt::format("\n"));
  open_ = false;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(std::max(0.0, seconds)));
  if (whole < 60) return fmt::format("{}s", whole);
  if (whole < 3600) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}h{:02}m", whole / 3600, whole % 3600 / 60);
}

}  // namespace dplda::cli
