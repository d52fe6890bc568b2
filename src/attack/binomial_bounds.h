// Exact (Clopper-Pearson) bounds of a probability from how often an event happened.
#pragma once

#include <cstdint>

namespace dplda {

// The regularised incomplete beta function I_x(a, b). REQUIRES: a, b > 0, 0 <= x <= 1.
double incomplete_beta(double a, double b, double x);

// A number that is below the probability but for a chance of `miss`. REQUIRES: successes <= trials,
// 0 < miss < 1.
double binomial_lower_bound(std::uint64_t successes, std::uint64_t trials, double miss);

// A number that is above the probability but for a chance of `miss`. REQUIRES: as above.
double binomial_upper_bound(std::uint64_t successes, std::uint64_t trials, double miss);

}  // namespace dplda
