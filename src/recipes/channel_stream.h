// online-lp --denoise channel: what each batch of reports says beyond what is known already is
// added to a table of counts (docs/internals/algorithms.md, "Streams of reports").
#pragma once

#include <memory>

#include "recipes/online.h"

namespace dplda {

// REQUIRES: bench.channel.
std::unique_ptr<StreamMethod> channel_stream(const StreamBench& bench, const OnlineRun& run);

}  // namespace dplda
