// Which kernel sweeps a snapshot.
#pragma once

#include <cstddef>

namespace dplda {

// Kernels of two families draw from the same law, each from its random numbers in its own way:
//   dense: all topics are weighed for every token;
//   sparse: only those in which the token's word stands out; the way to go with many topics.
enum class Kernel { kDense, kSparse };

// Up to so many topics the dense kernel is the faster one: of plain laws, whose weights have four
// bytes, and of bounded ones with one or two (docs/results/performance.md, "Two kernels").
inline constexpr std::size_t kMostDense = 400;
inline constexpr std::size_t kMostDenseBounded = 2000;

// Which one somebody wants; auto is dense up to `most_dense` topics.
enum class KernelChoice { kAuto, kDense, kSparse };
Kernel kernel_for(KernelChoice choice, std::size_t topics, std::size_t most_dense);

}  // namespace dplda
