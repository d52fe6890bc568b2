#include "lda/sampler.h"

#include <utility>

namespace dplda {

Chain started_chain(TokenSequences tokens, std::int64_t topics, const RandomStreams& random,
                    ThreadPool& pool) {
  std::vector<Topic> initial = initial_topics(tokens, topics, random, pool);
  const std::uint32_t words = tokens.vocabulary();
  Chain chain{std::move(tokens), std::move(initial),
              TopicTable(static_cast<std::size_t>(topics), words)};
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

}  // namespace dplda
