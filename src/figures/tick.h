// A value that is marked on an axis, and what is written there.
#pragma once

#include <string>

namespace dplda {

struct Tick {
  double value = 0;
  std::string label;
};

}  // namespace dplda
