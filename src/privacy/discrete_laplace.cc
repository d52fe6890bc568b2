#include "privacy/discrete_laplace.h"

#include <fmt/core.h>

#include "base/errors.h"
#include "privacy/bernoulli.h"

namespace dplda {
namespace {

Rational checked(const Rational& scale) {
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

}  // namespace

DiscreteLaplace::DiscreteLaplace(Rational scale) : scale_(checked(scale)) {}

void DiscreteLaplace::draw(std::span<std::int32_t> out, const Streams& streams,
                           StreamPosition at) const {
  for (std::size_t k = 0; k < out.size(); ++k) {
    Stream stream(streams, Purpose::kNoiseTail, at.sweep, at.document << 16 | k);
    out[k] = static_cast<std::int32_t>(exact_discrete_laplace(scale_, stream));
  }
}

Mechanism DiscreteLaplace::mechanism(std::uint64_t cells) const {
  return discrete_laplace_mechanism(scale_, cells);
}

Mechanism discrete_laplace_mechanism(const Rational& scale, std::uint64_t cells) {
  const Rational b = checked(scale);
  const double epsilon = rounded_up(1 / b.value() + 0x1p-63);
  const PrivacyLoss loss = cells * PrivacyLoss{.epsilon = epsilon, .rho = rho_of_pure(epsilon)};
  return {.name = "discrete_laplace",
          .parameters = {{"scale", to_text(b)}, {"cells", cells}},
          .loss = loss,
          .replaced = loss};
}

}  // namespace dplda
