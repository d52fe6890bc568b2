// An axis with its range: where a value lies on it, and which values to mark.
#pragma once

#include <span>
#include <vector>

#include "figures/figure.h"
#include "figures/tick.h"

namespace dplda {

class Scale {
 public:
  // Covers the values that can be shown, with a little room around them, or what the axis says.
  // A range around values of one sign does not cross 0.
  Scale(const Axis& axis, std::span<const double> values);

  double least() const { return least_; }
  double most() const { return most_; }

  // Whether a value has a place at all: it is finite, and positive on a logarithmic axis.
  bool can_show(double value) const;
  bool contains(double value) const { return value >= least_ && value <= most_; }
  // 0 at least(), 1 at most(); beyond them where a value lies outside, but never far. Infinities
  // and what is not positive on a logarithmic axis lie outside; not-a-number at 0.
  double fraction(double value) const;

  // At least one and at most `count` round values within the range, ascending: 1, 2 or 5 times a
  // power of ten apart, or decades (1-2-5 where there is room). REQUIRES: count >= 2.
  std::vector<Tick> ticks(int count) const;

 private:
  double inner(double value) const;  // the value, or its logarithm

  bool logarithmic_;
  double least_;
  double most_;
};

}  // namespace dplda
