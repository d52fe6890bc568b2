// How fast sweeps are: by recipe, number of topics, instruction set and threads, each against
// collapsed Gibbs sampling as a textbook has it, timed in turn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/speed/measurement.h"
#include "lda/token_sequences.h"

namespace dplda {

struct SweepSetting {
  std::string corpus;  // its name
  const TokenSequences& tokens;
  std::int64_t topics;
  RaceLength length;
  std::uint32_t warm_up = 10;  // sweeps before any is timed
};

// All of them first check, on the first documents, that every way of sweeping draws the same topics
// on the best and the plainest instruction set and on one thread and two, and throw SystemError if
// one does not. They leave the best instruction set in use.
std::vector<Measurement> sweep_speeds(const SweepSetting& setting);
std::vector<Measurement> sweep_speeds_by_instruction_set(const SweepSetting& setting);
// Several threads against as many runs of one thread each, at once. REQUIRES: threads > 1.
std::vector<Measurement> sweep_speeds_by_threads(const SweepSetting& setting, int threads);

}  // namespace dplda
