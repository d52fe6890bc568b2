// Round numbers as the labels of an axis: one form for all labels of it.
#pragma once

#include <span>
#include <vector>

#include "figures/tick.h"

namespace dplda {

// 10^exponent. REQUIRES: exponent >= 0.
double power_of_ten(int exponent);

// Values whose last digit counts 10^exponent: "0.25", "12,000", "−3", "1.5·10⁶".
std::vector<Tick> labelled(std::span<const double> values, int exponent);

// 1, 2 or 5 times powers of ten: "0.01", "500", or "10⁻⁶", "2·10⁷" where some are long.
std::vector<Tick> labelled_decades(std::span<const double> values);

}  // namespace dplda
