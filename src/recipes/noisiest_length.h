// Of which length made-up documents are where the lengths of the real ones are protected
// (docs/use/noise-check.md, "Lengths").
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "recipes/training.h"

namespace dplda {

// Words of a document at which noise looks sharpest, for the same totals. With more, a document
// says more about itself than its weights do; with fewer, it has no room for several topics.
inline std::uint64_t noisiest_length(const TrainOptions& options) {
  const double all = options.alpha * static_cast<double>(options.topics);
  const double most = std::min(64.0, static_cast<double>(options.cap));
  return static_cast<std::uint64_t>(
      std::clamp(std::round(10.0 / 3 * all), 2.0, std::max(2.0, most)));
}

}  // namespace dplda
