// Draws from gamma and Dirichlet distributions, in floating point: for synthetic data, never for a
// draw that protects someone.
#pragma once

#include <span>

#include "base/random.h"

namespace dplda {

// The logarithm of a draw from the gamma distribution of this shape and scale 1; of the logarithm,
// so that small shapes do not vanish. REQUIRES: shape > 0.
double log_gamma_draw(double shape, RandomStream& stream);

// Replaces the parameters by a draw from their Dirichlet distribution. Shares below the smallest
// double become 0. REQUIRES: parameters are positive, at least one.
void dirichlet_draw(std::span<double> parameters, RandomStream& stream);

}  // namespace dplda
