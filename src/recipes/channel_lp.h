// lp --denoise channel: topics are learnt from the reports themselves, through the noise that is
// known (docs/internals/algorithms.md, "Learning through the channel").
#pragma once

#include <memory>

#include "recipes/method.h"

namespace dplda {

// REQUIRES: bench.reports.
std::unique_ptr<Method> channel_method(const Workbench& bench);

}  // namespace dplda
