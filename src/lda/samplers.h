// The samplers that there are.
#pragma once

#include <memory>

#include "base/random.h"
#include "base/threads.h"
#include "lda/kernel.h"
#include "lda/sampler.h"

namespace dplda {

enum class Sampling {
  kSequential,  // tokens in order, counts updated in place; one thread
  kSnapshot     // the table is frozen during the sweep and counted anew after it; all threads
};

// `kernel`: of a snapshot's sweeps. `random` and `pool` must outlive the sampler.
std::unique_ptr<Sampler> make_sampler(Sampling sampling, const RandomStreams& random,
                                      ThreadPool& pool, Kernel kernel = Kernel::kDense);

}  // namespace dplda
