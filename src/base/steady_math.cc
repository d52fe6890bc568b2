#include "base/steady_math.h"

#include <cmath>

namespace dplda {
namespace {

constexpr double kLn2High = 0x1.62e42fee00000p-1;  // the first 33 bits: times a small integer exact
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kLogRoot2Pi = 0.91893853320467274178;

// Phi(t) / phi(t) for t < -2.5 by its continued fraction, 1/(z + 1/(z + 2/(z + 3/...))), z = -t.
double lower_tail_ratio(double z) {
  constexpr int kTerms = 80;  // leaves less than 1e-15 at z = 2.5
  double fraction = z;
  for (int i = kTerms; i >= 1; --i) fraction = z + i / fraction;
  return 1 / fraction;
}

// Phi(t) = 1/2 + phi(t) (t + t^3/3 + t^5/15 + ...) for |t| <= 7.
double distribution(double t) {
  double term = t;
  double sum = t;
  for (int i = 1; i < 200 && std::abs(term) > 1e-18 * std::abs(sum); ++i) {
    term *= t * t / (2 * i + 1);
    sum += term;
  }
  return 0.5 + sum * steady_exp(-t * t / 2 - kLogRoot2Pi);
}

}  // namespace

double steady_exp(double x) {
  if (x < -700) return 0;
  const double whole = std::nearbyint(x * 1.4426950408889634);
  const double rest = (x - whole * kLn2High) - whole * kLn2Low;
  double sum = 1;
  for (int i = 14; i >= 1; --i) sum = 1 + sum * rest / i;
  return std::ldexp(sum, static_cast<int>(whole));
}

double steady_log(double x) {
  int exponent;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  // ln m = 2 atanh((m - 1) / (m + 1)), whose argument is at most 0.172.
  const double s = (mantissa - 1) / (mantissa + 1);
  double sum = 0;
  for (int i = 21; i >= 1; i -= 2) sum = sum * s * s + 1.0 / i;
  return exponent * kLn2High + (exponent * kLn2Low + 2 * s * sum);
}

double log_normal_ratio(double t) {
  if (t < -2.5) return steady_log(lower_tail_ratio(-t));
  const double log_distribution = t > 7 ? 0 : steady_log(distribution(t));
  return log_distribution + t * t / 2 + kLogRoot2Pi;
}

}  // namespace dplda
