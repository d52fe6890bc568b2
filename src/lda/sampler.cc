#include "lda/sampler.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "lda/sequential.h"
#include "lda/snapshot.h"

namespace dplda {

std::unique_ptr<Sampler> make_sampler(std::string_view name, const Streams& streams,
                                      ThreadPool& pool) {
  if (name == "sequential") return std::make_unique<SequentialSampler>(streams);
  if (name == "snapshot") return std::make_unique<SnapshotSampler>(streams, pool);
  throw InputError(fmt::format("--sampler must be sequential or snapshot, not '{}'", name));
}

}  // namespace dplda
