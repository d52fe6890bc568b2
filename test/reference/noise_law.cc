#include "reference/noise_law.h"

#include <cmath>
#include <utility>

#include "reference/statistics.h"

namespace dplda::test {
namespace {

template <class Exponent>
NoiseLaw normalised(const Exponent& exponent) {
  std::vector<long double> weights;
  for (std::size_t m = 0; m == 0 || weights.back() > 1e-30L; ++m) {
    weights.push_back(std::exp(-exponent(static_cast<long double>(m))));
  }
  long double sum = 0;
  for (std::size_t m = weights.size(); m-- > 1;) sum += 2 * weights[m];
  sum += weights[0];
  NoiseLaw law;
  for (const long double weight : weights) law.push_back(static_cast<double>(weight / sum));
  return law;
}

// The first magnitude of the last bin, and the number of bins of a sign before it.
std::pair<std::size_t, std::size_t> first_of_tail(const NoiseLaw& law, double draws,
                                                  std::size_t width) {
  std::size_t first = law.size();
  double tail = 0;
  while (first > 1 &&
         (tail * draws < 10 || law[first - 1] * draws * static_cast<double>(width) < 10)) {
    tail += 2 * law[--first];
  }
  const std::size_t bins = (first - 1) / width;
  return {1 + bins * width, bins};
}

}  // namespace

NoiseLaw discrete_laplace_law(double scale) {
  return normalised([&](long double m) { return m / scale; });
}

NoiseLaw discrete_gaussian_law(double variance) {
  return normalised([&](long double m) { return m * m / 2 / variance; });
}

void NoiseHistogram::add(std::int64_t value) {
  auto& counts = value < 0 ? negative_ : positive_;
  const auto magnitude = static_cast<std::size_t>(value < 0 ? -value : value);
  if (magnitude >= counts.size()) counts.resize(magnitude + 1);
  ++counts[magnitude];
  ++draws_;
}

double NoiseHistogram::p_value(const NoiseLaw& law, std::size_t width) const {
  const auto [tail, bins] = first_of_tail(law, static_cast<double>(draws_), width);
  // Zero, the positive bins, the negative bins, the tail.
  std::vector<std::uint64_t> counts(2 * bins + 2);
  std::vector<double> probabilities(2 * bins + 2);
  const auto bin = [&, tail = tail, bins = bins](std::size_t magnitude, bool negative) {
    if (magnitude == 0) return std::size_t{0};
    if (magnitude >= tail) return 2 * bins + 1;
    return 1 + (magnitude - 1) / width + (negative ? bins : 0);
  };
  for (std::size_t m = 0; m < law.size(); ++m) {
    probabilities[bin(m, false)] += law[m];
    if (m > 0) probabilities[bin(m, true)] += law[m];
  }
  for (std::size_t m = 0; m < positive_.size(); ++m) counts[bin(m, false)] += positive_[m];
  for (std::size_t m = 0; m < negative_.size(); ++m) counts[bin(m, true)] += negative_[m];
  return chi_square_p_value(counts, probabilities);
}

double NoiseHistogram::coarse_p_value(const NoiseLaw& law) const {
  const std::size_t tail = first_of_tail(law, static_cast<double>(draws_), 1).first;
  return p_value(law, 1 + tail / 20);
}

}  // namespace dplda::test
