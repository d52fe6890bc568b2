// Exact draws from rational parameters with integers alone, as published: Canonne, Kamath, Steinke,
// "The Discrete Gaussian for Differential Privacy" (2020), algorithms 1 to 3. The noise tables take
// their tails from here, and the tests their references.
//
// No rounding takes place anywhere. An intermediate that would not fit 128 bits throws SystemError;
// for parameters within the limits below that takes a run of luck of probability below 2^-1000.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "privacy/fixed_point.h"
#include "privacy/rational.h"

namespace dplda {

// Uniform below `bound`, exactly. REQUIRES: bound >= 1.
Wide uniform_below_wide(Wide bound, RandomStream& stream);

// True with probability exp(-numerator / denominator) (algorithm 1). REQUIRES: denominator >= 1.
bool bernoulli_exp(Wide numerator, Wide denominator, RandomStream& stream);

// G >= 0 with P(G = g) ~ exp(-g / scale) (algorithm 2, without its sign). REQUIRES: both parts of
// the scale are at least 1, the numerator is below 2^48.
std::uint64_t exact_geometric(const Rational& scale, RandomStream& stream);

// P(x) ~ exp(-|x| / scale) (algorithm 2). REQUIRES: as above.
std::int64_t exact_discrete_laplace(const Rational& scale, RandomStream& stream);

// P(x) ~ exp(-x^2 / (2 variance)) (algorithm 3). REQUIRES: the numerator is at most 2^40, the
// denominator at most 2^32, neither is 0.
std::int64_t exact_discrete_gaussian(const Rational& variance, RandomStream& stream);

}  // namespace dplda
