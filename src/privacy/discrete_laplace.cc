#include "privacy/discrete_laplace.h"

#include <fmt/core.h>

#include <cstdlib>

#include "base/errors.h"
#include "privacy/bernoulli.h"
#include "privacy/rounding.h"

namespace dplda {
namespace {

Rational checked_scale(const Rational& scale) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  if (scale.numerator > 0 && scale.denominator > 0) {
    const Rational b = reduced(scale);
    if (b.numerator <= kMost && b.denominator <= kMost && b.denominator <= b.numerator << 10 &&
        b.numerator <= b.denominator << 20) {
      return b;
    }
  }
  throw InputError(fmt::format(
      "Laplace noise of scale {}; give one between 2^-10 and 2^20 with parts of at most 2^40",
      to_text(scale)));
}

NoiseTable laplace_table(const Rational& scale, int tail_bits, CellBits bits) {
  const auto exponent = [&](std::uint64_t m) { return Wide{m} * scale.denominator; };
  // The law is memoryless: beyond any value but 0, which has one sign, it begins again.
  const auto tail = [scale](std::uint64_t first, RandomStream& stream) -> std::uint64_t {
    if (first > 0) return first + exact_geometric(scale, stream);
    return static_cast<std::uint64_t>(std::abs(exact_discrete_laplace(scale, stream)));
  };
  return {noise_thresholds(exponent, scale.numerator, tail_bits), tail, bits};
}

}  // namespace

DiscreteLaplace::DiscreteLaplace(Rational scale, int tail_bits, CellBits bits)
    : scale_(checked_scale(scale)), table_(laplace_table(scale_, tail_bits, bits)) {}

void DiscreteLaplace::draw(std::span<std::int32_t> out, const RandomStreams& random,
                           RandomPosition at) const {
  table_.draw(out, random, at);
}

void DiscreteLaplace::add(const CountRows& rows, const RandomStreams& random,
                          RandomPosition at) const {
  table_.add(rows, random, at);
}

Mechanism DiscreteLaplace::mechanism(std::uint64_t cells) const {
  return discrete_laplace_mechanism(scale_, cells);
}

Mechanism discrete_laplace_mechanism(const Rational& scale, std::uint64_t cells) {
  const Rational b = checked_scale(scale);
  // docs/privacy/noise.md, "Charging the error".
  const double epsilon = rounded_up(1 / b.value() + 2 * kTableError);
  const PrivacyLoss loss = cells * PrivacyLoss{.epsilon = epsilon, .rho = rho_of_pure(epsilon)};
  return {.name = "discrete_laplace",
          .parameters = {{"scale", to_text(b)}, {"cells", cells}},
          .loss = loss,
          .replaced = loss};
}

}  // namespace dplda
