// Ctrl-C, a batch system's end of time, a closed terminal: the first asks long work to end with
// what it has, the second does what it would have done without us: as a rule it ends the program.
#pragma once

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
  static bool seen();
};

}  // namespace dplda::cli
