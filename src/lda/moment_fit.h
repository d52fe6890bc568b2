// Topics from noisy moments of pairs of words: the fit of what was released, which reads nothing
// else (docs/internals/algorithms.md, "Moments").
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "algebra/matrix.h"
#include "base/threads.h"

namespace dplda {

// Where pairs of words are seen: W M W' in place of M, M having for two different words the sum
// over documents of a weight each, and nothing on its diagonal.
struct MomentMetric {
  Matrix w;        // W
  Matrix inverse;  // of W
  // Directions that words go together in, a row for each word; without rows where nothing is known.
  Matrix directions;
};

struct NoisyMoments {
  Matrix pairs;                // W M W' with noise, symmetric
  double pair_deviation;       // of its noise off the diagonal; on it the root of 2 times that
  std::vector<double> totals;  // of words: the sums over documents of a weight each, with noise
  double total_variance;
};

struct MomentFit {
  std::size_t topics;               // what the release can show
  std::vector<double> frequencies;  // of words in all documents, above 0, summing to 1
  Matrix phi;                       // a row for each topic, summing to 1
};

// `topics`: how many; where not given, one more than what of the release stands out from its noise.
// The same bits for any number of threads.
MomentFit fit_moments(const NoisyMoments& moments, const MomentMetric& metric,
                      std::optional<std::size_t> topics, ThreadPool& pool);

}  // namespace dplda
