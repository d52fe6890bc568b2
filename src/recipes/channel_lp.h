// lp --denoise channel: topics are learnt from the reports themselves, through the noise that is
// known (docs/internals/algorithms.md, "Learning through the channel").
#pragma once

#include <memory>

#include "collect/reports.h"
#include "training/method.h"

namespace dplda {

// REQUIRES: `reports` outlives it.
std::unique_ptr<Method> channel_method(const Workbench& bench, const Reports& reports, double beta);

}  // namespace dplda
