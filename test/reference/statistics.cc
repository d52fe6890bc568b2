#include "reference/statistics.h"

#include <cmath>
#include <limits>

namespace dplda::test {
namespace {

// Regularised upper incomplete gamma function Q(a, x): series below a + 1, continued fraction
// (Lentz) above.
double gamma_tail(double a, double x) {
  if (x <= 0) return 1;
  const double scale = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n < 10000 && term > sum * 1e-16; ++n) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - sum * scale;
  }
  const double tiny = std::numeric_limits<double>::min();
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / b;
  double fraction = d;
  for (int i = 1; i < 10000; ++i) {
    const double factor = -i * (i - a);
    b += 2;
    d = factor * d + b;
    d = 1 / (std::abs(d) < tiny ? tiny : d);
    c = b + factor / c;
    if (std::abs(c) < tiny) c = tiny;
    fraction *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return fraction * scale;
}

}  // namespace

double chi_square_tail(double x, double degrees) { return gamma_tail(degrees / 2, x / 2); }

double chi_square_p_value(std::span<const std::uint64_t> counts,
                          std::span<const double> probabilities) {
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  double statistic = 0;
  double rare_expected = 0;
  double rare_count = 0;
  int bins = 0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++bins;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = probabilities[i] * total;
    const auto count = static_cast<double>(counts[i]);
    if (expected == 0 && count > 0) return 0;
    if (expected >= 5) {
      add(count, expected);
    } else {
      rare_expected += expected;
      rare_count += count;
    }
  }
  if (rare_expected > 0) add(rare_count, rare_expected);
  return bins < 2 ? 1 : chi_square_tail(statistic, bins - 1);
}

}  // namespace dplda::test
