// Laplace noise in floating point, for repeating published experiments only: it is vulnerable to
// floating-point attacks (Mironov 2012), so that no loss may be claimed for it.
#pragma once

#include <span>

#include "base/random.h"

namespace dplda {

class ContinuousLaplace {
 public:
  // Throws InputError unless 0 < scale < infinity.
  explicit ContinuousLaplace(double scale);

  double scale() const { return scale_; }

  // The noise of one row of a table: out[k] is a function of the key and (at.sweep, at.document, k)
  // alone, up to the last digits of the C library's logarithm. Thread-safe. REQUIRES: at.purpose is
  // kNoise, at.position and at.retry are 0.
  void draw(std::span<double> out, const RandomStreams& random, RandomPosition at) const;

 private:
  double scale_;
};

}  // namespace dplda
