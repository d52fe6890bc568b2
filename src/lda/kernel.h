// Which kernel sweeps a snapshot.
#pragma once

#include <cstddef>
#include <string_view>

namespace dplda {

// Kernels of two families draw from the same law, each from its random numbers in its own way:
//   dense: all topics are weighed for every token;
//   sparse: only those in which the token's word stands out; the way to go with many topics.
enum class Kernel { kDense, kSparse };

// By its name; "auto" goes by the number of topics alone (docs/performance.md, "Two kernels").
// Throws InputError for another name.
Kernel kernel_named(std::string_view name, std::size_t topics);

}  // namespace dplda
