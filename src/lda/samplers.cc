#include "lda/samplers.h"

#include "lda/sequential.h"
#include "lda/snapshot.h"

namespace dplda {

std::unique_ptr<Sampler> make_sampler(Sampling sampling, const RandomStreams& random,
                                      ThreadPool& pool, Kernel kernel) {
  if (sampling == Sampling::kSequential) return std::make_unique<SequentialSampler>(random);
  return std::make_unique<SnapshotSampler>(random, pool, kernel);
}

}  // namespace dplda
