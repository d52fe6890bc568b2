#include "apps/cli/interrupts.h"

#include <array>
#include <csignal>

namespace dplda::cli {
namespace {

volatile std::sig_atomic_t noticed = 0;

constexpr std::array kStops = {SIGINT, SIGTERM, SIGHUP};

// What stood before, in the order of kStops; a handler may read it.
std::array<struct sigaction, kStops.size()> former_actions;

void put_back(int signal) {
  for (std::size_t i = 0; i < kStops.size(); ++i)
    if (kStops[i] == signal) sigaction(signal, &former_actions[i], nullptr);
}

void on_interrupt(int signal) {
  noticed = signal;
  put_back(signal);
}

}  // namespace

// What was set to be ignored (nohup) stays so.
Interrupts::Interrupts() {
  noticed = 0;
  struct sigaction notice = {};
  notice.sa_handler = on_interrupt;
  notice.sa_flags = SA_RESTART;
  sigemptyset(&notice.sa_mask);
  for (std::size_t i = 0; i < kStops.size(); ++i) {
    sigaction(kStops[i], nullptr, &former_actions[i]);
    if (former_actions[i].sa_handler != SIG_IGN) sigaction(kStops[i], &notice, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (const int signal : kStops) put_back(signal);
}

int Interrupts::signal() { return noticed; }

}  // namespace dplda::cli
