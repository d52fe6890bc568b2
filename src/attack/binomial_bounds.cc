#include "attack/binomial_bounds.h"

#include <cmath>
#include <limits>

namespace dplda {
namespace {

// The continued fraction of the incomplete beta function, by Lentz's method (Abramowitz and Stegun,
// 26.5.8). Where x is below its mean it takes about sqrt(a + b) steps; the limit is for 10^15
// trials.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr double kPrecision = 1e-16;
  constexpr int kMostSteps = 100'000'000;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double result = d;
  for (int step = 1; step < kMostSteps; ++step) {
    const double m = step;
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1) < kPrecision * 10) break;
  }
  return result;
}

// The x up to which I_x(a, b) stays at most `mass`, from below: rounding never overstates a bound.
double beta_quantile(double a, double b, double mass) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 200 && high > std::nextafter(low, high); ++i) {
    const double middle = low + (high - low) / 2;
    (incomplete_beta(a, b, middle) <= mass ? low : high) = middle;
  }
  return low;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double log_front =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  const double front = std::exp(log_front);
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double binomial_lower_bound(std::uint64_t successes, std::uint64_t trials, double miss) {
  if (successes == 0) return 0;
  // P(at least `successes`) = I_p(successes, failures + 1).
  return beta_quantile(static_cast<double>(successes), static_cast<double>(trials - successes + 1),
                       miss);
}

double binomial_upper_bound(std::uint64_t successes, std::uint64_t trials, double miss) {
  return 1 - binomial_lower_bound(trials - successes, trials, miss);
}

}  // namespace dplda
