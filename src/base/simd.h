// Which instruction set the vectorised code runs on. Results never depend on it; tests and the
// curious switch it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dplda {

// The instruction sets that this machine and this build share, best first; the last one is always
// "scalar".
std::vector<std::string> instruction_sets();

// From now on vectorised code uses the named instruction set ("best": the best one again). Throws
// InputError if the machine does not have it. Not thread-safe: call it before any work starts.
void use_instruction_set(std::string_view name);

}  // namespace dplda
