// Deltas: the one at which every total is judged, and from which size one must be asked for.
#pragma once

#include <string_view>

#include "base/options.h"

namespace dplda {

// Whatever delta a total is stated at, how strong it is called hangs on its epsilon at this one, or
// at the stated delta where that is smaller: at a large delta any epsilon can be made small.
inline constexpr double kJudgedDelta = 1e-6;

// With probability delta a release may give anything away. Above this nobody gets it unasked.
inline constexpr double kLargestDelta = 1e-4;

// --large-delta, bound to `wanted`.
Option large_delta_option(bool& wanted);

// Throws InputError, naming the flag, for a delta above kLargestDelta that is not `wanted`.
void check_delta(std::string_view flag, double delta, bool wanted);

}  // namespace dplda
