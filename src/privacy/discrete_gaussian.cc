#include "privacy/discrete_gaussian.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "privacy/bernoulli.h"

namespace dplda {
namespace {

Rational checked(const Rational& variance) {
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
  const double rho = rounded_up(0.5 / variance.value() + 0x1p-53);
  return cells * PrivacyLoss{.epsilon = PrivacyLoss::kInfinite, .rho = rho};
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(Rational variance) : variance_(checked(variance)) {}

void DiscreteGaussian::draw(std::span<std::int32_t> out, const Streams& streams,
                            StreamPosition at) const {
  for (std::size_t k = 0; k < out.size(); ++k) {
    Stream stream(streams, Purpose::kNoiseTail, at.sweep, at.document << 16 | k);
    out[k] = static_cast<std::int32_t>(exact_discrete_gaussian(variance_, stream));
  }
}

Mechanism DiscreteGaussian::mechanism(std::uint64_t cells) const {
  return discrete_gaussian_mechanism(variance_, cells);
}

Mechanism discrete_gaussian_mechanism(const Rational& variance, std::uint64_t cells) {
  const Rational v = checked(variance);
  return {.name = "discrete_gaussian",
          .parameters = {{"variance", to_text(v)}, {"cells", cells}},
          .loss = loss_of(v, cells),
          .replaced = 2 * loss_of(v, cells)};
}

}  // namespace dplda
