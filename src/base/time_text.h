// Times for people.
#pragma once

#include <string>

namespace dplda {

// 75 -> "1m15s".
std::string duration_text(double seconds);

}  // namespace dplda
