// All that `dplda bench` measures, in parts that are run one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lab/speed/measurement.h"

namespace dplda {

struct SuiteOptions {
  bool quick = false;
  int threads = 1;     // the most that are used
  std::string corpus;  // a corpus file for the sweeps; empty: made corpora
  std::string program =
      {};  // dplda itself, for what is measured of a whole process; empty: not known
};

struct SuitePart {
  std::string name;
  bool only_by_name = false;  // it takes minutes: measured where it is asked for
  // Throws SystemError where a fast path does not do what a plain one does.
  std::function<std::vector<Measurement>()> measure;
};

// Throws InputError if the corpus file is none or has no tokens. Nothing of it is released.
std::vector<SuitePart> suite(const SuiteOptions& options);

// How long a race of each path is.
RaceLength race_length(bool quick);

// The parts whose names have `only` in them; where that is empty, all that are not only_by_name.
// Throws InputError, naming what there is, if none is left.
std::vector<SuitePart> chosen_parts(std::vector<SuitePart> parts, const std::string& only);

// A corpus file's first documents, at most so many tokens: enough to measure, soon done.
inline constexpr std::uint64_t kMostTokens = 2000000;

}  // namespace dplda
