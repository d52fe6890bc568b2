#include "lab/speed/machine.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "base/simd.h"
#include "lab/speed/race.h"

namespace dplda {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

// Each operation needs the result of the one before it.
double cycles_per_second() {
  constexpr std::uint64_t kRounds = 100000;
  constexpr double kOperations = 6;
  std::uint64_t x = 1;
  const std::array<Contestant, 1> chain = {{{[&](std::uint64_t times) {
    for (std::uint64_t i = 0; i < times * kRounds; ++i) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
  }}}};
  const Timing timing = race(chain, {.rounds = 5, .round_seconds = 0.01}).front();
  volatile std::uint64_t kept = x;
  static_cast<void>(kept);
  return kOperations * kRounds / timing.fastest;
}

}  // namespace

Machine this_machine() {
  Machine machine{.processor = processor_name(),
                  .cores = std::thread::hardware_concurrency(),
                  .instruction_sets = instruction_sets(),
                  .gigahertz = cycles_per_second() / 1e9};
  if (double load = 0; getloadavg(&load, 1) == 1) machine.load = load;
#ifdef _SC_LEVEL1_DCACHE_SIZE
  for (const auto& [name, number] : {std::pair{"cache_level_1", _SC_LEVEL1_DCACHE_SIZE},
                                     std::pair{"cache_level_2", _SC_LEVEL2_CACHE_SIZE},
                                     std::pair{"cache_level_3", _SC_LEVEL3_CACHE_SIZE}}) {
    if (const long bytes = sysconf(number); bytes > 0) machine.caches.emplace_back(name, bytes);
  }
#endif
  return machine;
}

nlohmann::ordered_json to_json(const Machine& machine) {
  nlohmann::ordered_json json = {{"processor", machine.processor},
                                 {"cores", machine.cores},
                                 {"instruction_sets", machine.instruction_sets},
                                 {"gigahertz", machine.gigahertz}};
  if (machine.load) json["load"] = *machine.load;
  for (const auto& [name, bytes] : machine.caches) json[name] = bytes;
  return json;
}

}  // namespace dplda
