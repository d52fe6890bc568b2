// The laws of integer noise by their formulas, and how well draws agree with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"

namespace dplda::test {

// P(X = m) = P(X = -m) for m = 0, 1, ..., until the sum of the rest is below 1e-25.
using NoiseLaw = std::vector<double>;

// P(x) ~ exp(-|x| / scale).
NoiseLaw discrete_laplace_law(double scale);
// P(x) ~ exp(-x^2 / (2 variance)).
NoiseLaw discrete_gaussian_law(double variance);

// Counts draws by value.
class NoiseHistogram {
 public:
  void add(std::int64_t value);

  // Pearson's p-value of the draws under a law. A bin is a range of `width` values of one sign,
  // zero alone; values far out share one last bin, begun so that every bin expects at least 10
  // draws.
  double p_value(const NoiseLaw& law, std::size_t width = 1) const;
  // The same with at most about 40 bins: blunt for details, sharp for a wrong scale.
  double coarse_p_value(const NoiseLaw& law) const;

 private:
  std::uint64_t draws_ = 0;
  std::vector<std::uint64_t> positive_;  // of m = 0, 1, ...
  std::vector<std::uint64_t> negative_;  // of -m; none at 0
};

// Of a noise of privacy/, drawn row by row.
template <class Noise>
NoiseHistogram drawn(const Noise& noise, std::uint64_t draws) {
  const RandomStreams random(key_from_seed(1));
  NoiseHistogram histogram;
  std::vector<std::int32_t> row(1000);
  for (std::uint64_t m = 0; m < draws / row.size(); ++m) {
    noise.draw(row, random, {.purpose = Purpose::kNoise, .sweep = 2, .document = m});
    for (const std::int32_t x : row) histogram.add(x);
  }
  return histogram;
}

}  // namespace dplda::test
