#include "apps/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

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

void tell(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace dplda::cli
