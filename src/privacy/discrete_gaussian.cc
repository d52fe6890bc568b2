#include "privacy/discrete_gaussian.h"

#include <fmt/core.h>

#include <cstdlib>

#include "base/errors.h"
#include "privacy/bernoulli.h"
#include "privacy/rounding.h"

namespace dplda {
namespace {

Rational checked_variance(const Rational& variance) {
  constexpr std::uint64_t kMostNumerator = std::uint64_t{1} << 40;
  constexpr std::uint64_t kMostDenominator = std::uint64_t{1} << 32;
  if (variance.numerator > 0 && variance.denominator > 0) {
    const Rational v = reduced(variance);
    if (v.numerator <= kMostNumerator && v.denominator <= kMostDenominator &&
        v.denominator <= v.numerator << 10) {
      return v;
    }
  }
  throw InputError(
      fmt::format("Gaussian noise of variance {}; give one between 2^-10 and 2^40 with a numerator "
                  "of at most 2^40 and a denominator of at most 2^32",
                  to_text(variance)));
}

PrivacyLoss loss_of(const Rational& variance, std::uint64_t cells) {
  // docs/privacy/noise.md, "Charging the error".
  const double rho = rounded_up(0.5 / variance.value() + kTableError * 0x1p11);
  return cells * PrivacyLoss{.epsilon = PrivacyLoss::kInfinite, .rho = rho};
}

// |X| given that it is at least first > 0: with g = |X| - first the weight is a constant times
// exp(-g first / variance) exp(-g^2 / (2 variance)), a geometric proposal and its acceptance.
std::uint64_t exact_tail(const Rational& variance, std::uint64_t first, RandomStream& stream) {
  const Rational scale{variance.numerator, first * variance.denominator};
  for (;;) {
    const std::uint64_t g = exact_geometric(scale, stream);
    const Wide square = checked_product(Wide{g} * g, variance.denominator);
    if (bernoulli_exp(square, Wide{2} * variance.numerator, stream)) return first + g;
  }
}

NoiseTable gaussian_table(const Rational& variance, int tail_bits) {
  const auto exponent = [&](std::uint64_t m) { return Wide{m} * m * variance.denominator; };
  const auto tail = [variance](std::uint64_t first, RandomStream& stream) -> std::uint64_t {
    if (first > 0) return exact_tail(variance, first, stream);
    return static_cast<std::uint64_t>(std::abs(exact_discrete_gaussian(variance, stream)));
  };
  return {noise_thresholds(exponent, 2 * variance.numerator, tail_bits), tail};
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(Rational variance, int tail_bits)
    : variance_(checked_variance(variance)), table_(gaussian_table(variance_, tail_bits)) {}

void DiscreteGaussian::draw(std::span<std::int32_t> out, const RandomStreams& random,
                            RandomPosition at) const {
  table_.draw(out, random, at);
}

void DiscreteGaussian::add(const CountRows& rows, const RandomStreams& random,
                           RandomPosition at) const {
  table_.add(rows, random, at);
}

Mechanism DiscreteGaussian::mechanism(std::uint64_t cells) const {
  return discrete_gaussian_mechanism(variance_, cells);
}

Mechanism discrete_gaussian_mechanism(const Rational& variance, std::uint64_t cells) {
  const Rational v = checked_variance(variance);
  return {.name = "discrete_gaussian",
          .parameters = {{"variance", to_text(v)}, {"squares", cells}},
          .loss = loss_of(v, cells),
          .replaced = 2 * loss_of(v, cells)};
}

Mechanism bounded_gaussian_mechanism(const Rational& variance, const MovedSquares& squares) {
  const Rational v = checked_variance(variance);
  return {.name = "bounded_gaussian",
          .parameters = {{"variance", to_text(v)},
                         {"squares", squares.added},
                         {"replaced", squares.replaced},
                         {"word", squares.word}},
          .loss = loss_of(v, squares.added),
          .replaced = loss_of(v, squares.replaced),
          .word = loss_of(v, squares.word)};
}

}  // namespace dplda
