// All that `dplda bench` measures, in parts that are run one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "speed/measurement.h"

namespace dplda {

struct SuiteOptions {
  bool quick = false;
  int threads = 1;     // the most that are used
  std::string corpus;  // a corpus file for the sweeps; empty: made corpora
};

struct SuitePart {
  std::string name;
  // Throws SystemError where a fast path does not do what a plain one does.
  std::function<std::vector<Measurement>()> measure;
};

// Throws InputError if the corpus file is none or has no tokens. Nothing of it is released.
std::vector<SuitePart> suite(const SuiteOptions& options);

// A corpus file's first documents, at most so many tokens: enough to measure, soon done.
inline constexpr std::uint64_t kMostTokens = 2000000;

}  // namespace dplda
