// The key beneath a plot: it never covers data.
#pragma once

#include <string>

#include "figures/figure.h"
#include "figures/frame.h"

namespace dplda {

struct Legend {
  std::string body;  // SVG elements within 0..width x 0..height
  double height = 0;
};

// Series in as many columns as fit, then levels with their values. Names that are too long go on
// in another line.
Legend legend(const Panel& panel, const Frame& frame, double width);

}  // namespace dplda
