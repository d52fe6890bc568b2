// The rectangle of a plot on its drawing, with the two scales.
#pragma once

#include "figures/figure.h"
#include "figures/scale.h"

namespace dplda {

struct Frame {
  Scale x;
  Scale y;
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  double across(double value) const { return left + width * x.fraction(value); }
  double down(double value) const { return bottom() - height * y.fraction(value); }
  bool can_show(const Point& point) const { return x.can_show(point.x) && y.can_show(point.y); }
  bool contains(const Point& point) const { return x.contains(point.x) && y.contains(point.y); }
};

}  // namespace dplda
