// The machine that a measurement was made on.
#pragma once

#include <nlohmann/json.hpp>

namespace dplda {

// Processor, cores, caches in bytes where the system tells, instruction sets best first, cycles a
// second as a chain of operations of one cycle each takes them, and how many programs wanted a core
// in the last minute ("load").
nlohmann::ordered_json machine_record();

}  // namespace dplda
