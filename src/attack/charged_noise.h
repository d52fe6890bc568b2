// What a charge says of the noise of its release: all that an attacker has to know of it.
#pragma once

#include <cmath>
#include <cstdint>

#include "privacy/discrete_gaussian.h"
#include "privacy/ledger.h"

namespace dplda {

// REQUIRES, for both: a charge of Gaussian noise.
inline DiscreteGaussian charged_noise(const Charge& charge) {
  return DiscreteGaussian(rational_from_text(charge.mechanism.parameters.text("variance")));
}

// The length of what one document adds at most, from its square.
inline double charged_length(const Charge& charge) {
  return std::sqrt(static_cast<double>(charge.mechanism.parameters.count("squares")));
}

}  // namespace dplda
