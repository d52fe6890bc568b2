// The parts of the kernels' benchmark: one file per hot path. Each checks its kernels against the
// naive references of test/reference before it times them.
#pragma once

#include <string>
#include <vector>

#include "lab/speed/suite.h"

namespace dplda::bench {

// Throws SystemError, saying what was not timed, unless it is right.
void require(bool right, const std::string& what);

// Learning from reports: sweeps through the channel, and the reconstruction of a corpus.
SuitePart channel_part(bool quick);
// Random blocks, cells of noise with counts, whole releases, weights of bounded draws.
SuitePart noise_part(bool quick);
// Sweeps over counts to which something was added, as the published private algorithms have them.
SuitePart offsets_part(bool quick);
// Randomized response of reports.
SuitePart response_part(bool quick);
// The two samplers alone, against the references that they equal.
SuitePart samplers_part(bool quick);
// The sparse kernel with thousands of topics.
SuitePart sparse_part(bool quick);

}  // namespace dplda::bench
