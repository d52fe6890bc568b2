// Ctrl-C, a batch system's end of time, a closed terminal: the first asks long work to end with
// what it has, the second does what it would have done without us: as a rule it ends the program.
#pragma once

#include <stdexcept>

namespace dplda::cli {

// Notices signals while it lives, none of before; afterwards the handlers are those that stood
// before. One at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Whether there was one since the last object was made.
  static bool seen() { return signal() != 0; }
  // The number of that signal, 0 if there was none.
  static int signal();
};

// Work that ended early because a signal asked it to, after all that it has was written. Its
// sentence says what was kept.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  // As shells report a program that died of the signal.
  static int exit_code() { return 128 + Interrupts::signal(); }
};

}  // namespace dplda::cli
