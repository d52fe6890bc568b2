// What training takes of memory, measured of a process of its own.
#pragma once

#include <string>
#include <vector>

#include "lab/speed/measurement.h"

namespace dplda {

struct ProcessUse {
  double peak = 0;  // MB that were resident at most
  double own = 0;   // the same without pages of files, which the system may take back at any time
  double seconds = 0;
  double cpu = 0;  // seconds of all cores
};

// Runs a program with these arguments, its output thrown away, and looks ten times a second. Throws
// SystemError if it cannot be started or fails.
ProcessUse use_of(const std::vector<std::string>& command);

struct MemorySetting {
  std::string program;  // dplda itself
  int threads = 1;
  bool quick = false;
};

// cgs and hdp, after 2 sweeps, with 1000 topics (quick: 100). What is drawn has 100 million tokens
// of 100,000 words (quick: a million of 10,000).
std::vector<Measurement> memory_of_training(const MemorySetting& setting);

}  // namespace dplda
