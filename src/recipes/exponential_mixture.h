// Numbers that are not negative, seen with normal noise of known variance: their posterior means
// under a prior that is fitted to what is seen (docs/internals/algorithms.md, "Document-level
// LDA"). Uses releases and public numbers only.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/threads.h"

namespace dplda {

// A number is a mixture of exponentials whose means are `ratios` times what is expected of it; the
// mixture's weights, the same for all, are fitted. `rows`: for the threads; the numbers of a row
// lie end to end. REQUIRES: as many seen as expected, a multiple of `rows`; expected above 0; at
// most eight ratios.
std::vector<double> posterior_means(std::span<const double> seen, double variance,
                                    std::span<const double> expected,
                                    std::span<const double> ratios, std::size_t rows,
                                    ThreadPool& pool);

}  // namespace dplda
