#include "apps/cli/interrupts.h"

#include <array>
#include <csignal>

namespace dplda::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

constexpr std::array kStops = {SIGINT, SIGTERM, SIGHUP};

void on_interrupt(int signal) {
  interrupts = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

// What was set to be ignored (nohup) stays so.
Interrupts::Interrupts() {
  for (const int signal : kStops) {
    if (std::signal(signal, on_interrupt) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

Interrupts::~Interrupts() {
  for (const int signal : kStops) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

bool Interrupts::seen() { return interrupts != 0; }

}  // namespace dplda::cli
