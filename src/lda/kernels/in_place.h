// The sequential kernel: draws one token's topic from counts that change as it goes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dplda {

// Weights are doubles in a fixed order of operations, so that every instruction set draws the same
// topic:
//   p_k = ((n_k^t + beta) * doc[k]) * inverse[k],   doc[k] = n_m^k + alpha[k],   inverse[k] = 1 /
//   (n_k + V beta);
// topics stand in groups of 8; a group's sum is ((p0+p4)+(p2+p6)) + ((p1+p5)+(p3+p7)); groups are
// added in order. The draw is u times the total; the group in which the running sum passes it is
// searched topic by topic.
inline constexpr std::size_t kInPlaceGroup = 8;

// REQUIRES: all arrays have `padded` elements, a multiple of kInPlaceGroup; doc is 0 beyond the
// real topics. `weights` is scratch. Returns the drawn topic. 0 <= u < 1.
std::size_t in_place_draw(const std::int32_t* column, double beta, const double* doc,
                          const double* inverse, std::size_t padded, double u, double* weights,
                          double* sums);

}  // namespace dplda
