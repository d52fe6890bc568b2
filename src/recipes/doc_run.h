// A run of doc with nothing left open.
#pragma once

#include <cstdint>

#include "lda/kernel.h"
#include "privacy/rational.h"

namespace dplda {

struct DocRun {
  Rational variance = {1, 1};         // of the noise of a cell
  Rational totals_variance = {1, 1};  // of that of a word's total, where contributions are soft
  bool noisy = true;
  std::int64_t sweeps = 0;  // rounds
  std::uint64_t cap = 0;    // distinct words of a document, at most
  std::int64_t inner_sweeps = 1;
  double temper = 1;  // soft: how far the estimate is believed
  // drawn:
  double sigma = 1;
  double beta = 0.01;
  std::int64_t average = 1;
  double threshold = 0;      // in standard deviations of the noise
  double phi_threshold = 0;  // in those of the mean's
  Kernel kernel = Kernel::kDense;
};

}  // namespace dplda
