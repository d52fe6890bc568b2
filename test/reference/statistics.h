// Exact bounds for statistical tests.
#pragma once

#include <cstdint>
#include <span>

namespace dplda::test {

// A p-value below it rejects a law.
inline constexpr double kLevel = 1e-6;

// The probability that a chi-square variable with `degrees` degrees of freedom is at least x.
double chi_square_tail(double x, double degrees);

// Pearson's test of counts against probabilities that sum to 1: the p-value. Bins that expect fewer
// than 5 are merged into one; a count in a bin of probability 0 gives 0.
double chi_square_p_value(std::span<const std::uint64_t> counts,
                          std::span<const double> probabilities);

}  // namespace dplda::test
