// The metric in which pairs of words are released: combinations of words that go together in public
// text count for more, and so do rare words (docs/internals/algorithms.md, "Public text").
#pragma once

#include <cstdint>
#include <vector>

#include "base/threads.h"
#include "lda/moment_fit.h"
#include "lda/public_words.h"

namespace dplda {

// W = (I + (b - 1) B B') diag(h), B an orthonormal basis of the public directions. Whole numbers in
// units of 1/kMetricUnit, row by row.
inline constexpr std::int32_t kMetricUnit = 1 << 12;
struct PublicMetric {
  std::vector<std::int32_t> whole;
  MomentMetric metric;  // the same for the fit, with its inverse
};

PublicMetric public_metric(PublicWords words, ThreadPool& pool);

// Every pair of words as it is.
MomentMetric plain_metric(std::size_t words);

}  // namespace dplda
