// What stands for data in a plot: bands, curves, markers, levels; and the key to them.
#pragma once

#include <string>

#include "figures/figure.h"
#include "figures/frame.h"

namespace dplda {

// Levels, then bands, then curves, cut off at the frame; then the markers of the points within it.
std::string marks(const Panel& panel, const Frame& frame);

// A short piece of a curve with its marker, and of the i-th level, for the legend: 22 wide, centred
// on 0 in height.
std::string sample(const Series& series);
std::string level_sample(std::size_t index);

}  // namespace dplda
