#include "privacy/loss.h"

#include <algorithm>
#include <cmath>

#include "privacy/bit_loss.h"
#include "privacy/rounding.h"

namespace dplda {
namespace {

// epsilon by way of one Renyi order: valid for each, so the search below need not be exact.
double epsilon_at_order(double rho, double delta, double order) {
  return order * rho - std::log(order * delta) / (order - 1) + std::log1p(-1 / order);
}

// The best order, searched on a logarithmic scale of (order - 1): a grid, then around its best.
double epsilon_from_rho(double rho, double delta) {
  const double least = std::log(PrivacyLoss::kLeastOrder - 1);
  const double most = std::log(1e9);
  const auto at = [&](double x) { return epsilon_at_order(rho, delta, 1 + std::exp(x)); };
  double best = least;
  double step = (most - least) / 200;
  for (int i = 0; i <= 200; ++i) {
    const double x = least + i * step;
    if (at(x) < at(best)) best = x;
  }
  for (int halvings = 0; halvings < 30; ++halvings, step /= 2) {
    for (const double x : {best - step, best + step}) {
      if (x >= least && at(x) < at(best)) best = x;
    }
  }
  return std::max(0.0, at(best));
}

double sum(double x, double y) { return x == 0 ? y : y == 0 ? x : rounded_up(x + y); }

// A loss that is no sum, as a sum of one.
PrivacyLoss in_parts(PrivacyLoss loss) {
  if (loss.pure_part == 0 && loss.other_rho == 0)
    (std::isfinite(loss.epsilon) ? loss.pure_part : loss.other_rho) =
        std::isfinite(loss.epsilon) ? loss.epsilon : loss.rho;
  return loss;
}

// Bits of one threshold; none where they are no longer all that there is, or too many to count.
struct Bits {
  std::uint64_t threshold = 0;
  std::uint64_t count = 0;
};

Bits bits_of_sum(const PrivacyLoss& a, const PrivacyLoss& b) {
  const auto nothing = [](const PrivacyLoss& x) {
    return x.epsilon == 0 && x.rho == 0 && x.delta == 0;
  };
  if (nothing(a)) return {b.bit_threshold, b.bits};
  if (nothing(b)) return {a.bit_threshold, a.bits};
  std::uint64_t count = 0;
  if (a.bits == 0 || a.bit_threshold != b.bit_threshold ||
      __builtin_add_overflow(a.bits, b.bits, &count))
    return {};
  return {a.bit_threshold, count};
}

Bits bits_of_product(std::uint64_t count, const PrivacyLoss& loss) {
  std::uint64_t all = 0;
  if (loss.bits == 0 || __builtin_mul_overflow(count, loss.bits, &all)) return {};
  return {loss.bit_threshold, all};
}

}  // namespace

PrivacyLoss operator+(const PrivacyLoss& first, const PrivacyLoss& second) {
  const PrivacyLoss a = in_parts(first);
  const PrivacyLoss b = in_parts(second);
  const Bits bits = bits_of_sum(a, b);
  return {.epsilon = sum(a.epsilon, b.epsilon),
          .rho = sum(a.rho, b.rho),
          .delta = std::min(1.0, sum(a.delta, b.delta)),
          .pure_part = sum(a.pure_part, b.pure_part),
          .other_rho = sum(a.other_rho, b.other_rho),
          .bit_threshold = bits.threshold,
          .bits = bits.count};
}

PrivacyLoss operator*(std::uint64_t count, const PrivacyLoss& loss) {
  if (count == 0) return {};
  if (count == 1) return loss;
  const auto times = [n = static_cast<double>(count)](double x) {
    return x == 0 ? 0 : rounded_up(n * x);
  };
  const Bits bits = bits_of_product(count, loss);
  return {.epsilon = times(loss.epsilon),
          .rho = times(loss.rho),
          .delta = std::min(1.0, times(loss.delta)),
          .pure_part = times(loss.pure_part),
          .other_rho = times(loss.other_rho),
          .bit_threshold = bits.threshold,
          .bits = bits.count};
}

double epsilon_at(const PrivacyLoss& loss, double delta) {
  // Written so that NaN fails.
  if (!(loss.delta <= delta && delta < 1)) return PrivacyLoss::kInfinite;
  double best = loss.epsilon;
  const double rest = (delta - loss.delta) * (1 - 0x1p-44);
  if (rest <= 0) return best;
  const auto by_rho = [&](double rho) {
    return std::isfinite(rho) ? rounded_up(epsilon_from_rho(rho, rest)) : PrivacyLoss::kInfinite;
  };
  best = std::min(best, by_rho(loss.rho));
  if (loss.bits > 0) best = std::min(best, bits_epsilon(loss.bit_threshold, loss.bits, rest));
  const PrivacyLoss parts = in_parts(loss);
  if (parts.other_rho > 0) best = std::min(best, sum(parts.pure_part, by_rho(parts.other_rho)));
  return best;
}

double rho_for(double epsilon, double delta) {
  const auto allowed = [&](double rho) {
    return epsilon_at({.epsilon = PrivacyLoss::kInfinite, .rho = rho}, delta) <= epsilon;
  };
  double low = 0;
  double high = 1;
  while (allowed(high)) high *= 2;
  for (int i = 0; i < 200 && high > std::nextafter(low, high); ++i) {
    const double middle = low + (high - low) / 2;
    (allowed(middle) ? low : high) = middle;
  }
  return low;
}

double rho_of_pure(double epsilon) { return rounded_up(epsilon * std::tanh(epsilon / 2)); }

}  // namespace dplda
