#include "lda/samplers.h"

#include "lda/sequential.h"
#include "lda/snapshot.h"

namespace dplda {

std::unique_ptr<Sampler> make_sampler(Sampling sampling, const Streams& streams, ThreadPool& pool,
                                      Kernel kernel) {
  if (sampling == Sampling::kSequential) return std::make_unique<SequentialSampler>(streams);
  return std::make_unique<SnapshotSampler>(streams, pool, kernel);
}

}  // namespace dplda
