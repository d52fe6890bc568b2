#include "privacy/rounding.h"

#include <cmath>

namespace dplda {

double rounded_up(double x) { return std::isfinite(x) ? x + std::abs(x) * 0x1p-44 : x; }

}  // namespace dplda
