// In-place sampling over counts to which something was added, as plainly as it can be written.
#pragma once

#include "lda/offset_sampler.h"

namespace dplda::test {

// What offset_sweep() must do, bit for bit.
void naive_offset_sweep(Chain& chain, const Prior& prior, const Offsets& offsets,
                        const RandomStreams& random, std::uint32_t sweep);

}  // namespace dplda::test
