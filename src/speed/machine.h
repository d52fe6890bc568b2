// The machine that a measurement was made on.
#pragma once

#include <nlohmann/json.hpp>

namespace dplda {

// Processor, cores, caches in bytes where the system tells, instruction sets best first, and cycles
// a second as a chain of operations of one cycle each takes them.
nlohmann::ordered_json machine_record();

}  // namespace dplda
