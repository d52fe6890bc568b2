// Numbers that are none, for tests.
#pragma once

#include <limits>

namespace dplda::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace dplda::test
