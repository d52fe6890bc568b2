#include "lda/sampler.h"

#include <fmt/format.h>

#include <utility>

#include "base/errors.h"
#include "lda/sequential.h"
#include "lda/snapshot.h"

namespace dplda {

Chain started_chain(TokenSequences tokens, std::int64_t topics, const Streams& streams,
                    ThreadPool& pool) {
  std::vector<Topic> initial = initial_topics(tokens, topics, streams, pool);
  const std::uint32_t words = tokens.vocabulary();
  Chain chain{std::move(tokens), std::move(initial),
              TopicTable(static_cast<std::size_t>(topics), words)};
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

std::unique_ptr<Sampler> make_sampler(std::string_view name, const Streams& streams,
                                      ThreadPool& pool, Kernel kernel) {
  if (name == "sequential") return std::make_unique<SequentialSampler>(streams);
  if (name == "snapshot") return std::make_unique<SnapshotSampler>(streams, pool, kernel);
  throw InputError(fmt::format("--sampler must be sequential or snapshot, not '{}'", name));
}

}  // namespace dplda
