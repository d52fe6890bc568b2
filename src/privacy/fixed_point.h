// The exponential function and division in 128-bit integers, with a derived bound on the error:
// what noise is drawn with must not hang on a machine's floating point (docs/privacy/noise.md,
// "Fixed point").
#pragma once

#include <cstdint>

namespace dplda {

using Wide = unsigned __int128;

// a b; throws SystemError where that does not fit.
Wide checked_product(Wide a, Wide b);

// The unit of fixed-point numbers is 2^-kFixedBits; they lie in [0, 1].
inline constexpr int kFixedBits = 126;
inline constexpr Wide kFixedOne = Wide{1} << kFixedBits;
// fixed_exp is off by at most this many units.
inline constexpr Wide kFixedExpError = 16;

// floor(a b / 2^kFixedBits). REQUIRES: a, b <= kFixedOne.
Wide fixed_product(Wide a, Wide b);

// exp(-numerator / denominator) in fixed point, within kFixedExpError units. REQUIRES: denominator
// >= 1.
Wide fixed_exp(Wide numerator, std::uint64_t denominator);

// floor(a 2^bits / b). REQUIRES: a < b <= 2^127, 0 <= bits <= 128.
Wide fixed_quotient(Wide a, Wide b, int bits);

}  // namespace dplda
