// Ctrl-C, a batch system's end of time, a closed terminal: the first asks long work to end with
// what it has, the second ends the program as usual.
#pragma once

namespace dplda::cli {

// Notices signals while it lives. One at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  static bool seen();
};

}  // namespace dplda::cli
