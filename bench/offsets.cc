// Sweeps over counts to which something was added, by instruction set.
#include <vector>

#include "base/simd.h"
#include "lab/speed/made_tokens.h"
#include "lda/offset_sampler.h"
#include "parts.h"
#include "reference/naive_offsets.h"

namespace dplda::bench {
namespace {

constexpr std::int64_t kTopics = 50;

Prior offset_prior() { return {.alpha = std::vector<double>(kTopics, 0.1), .beta = 0.01}; }

Offsets made_offsets(const TopicTable& table) {
  Offsets offsets;
  for (std::size_t i = 0; i < table.words() * table.stride(); ++i)
    offsets.table.push_back(static_cast<double>(i * i % 7) - 3);
  return offsets;
}

void check_offsets(const TokenSequences& tokens, const RandomStreams& random,
                   const std::string& set) {
  ThreadPool pool(1);
  Chain fast = started_chain(first_documents(tokens, 100), kTopics, random, pool);
  Chain naive = fast;
  const Offsets offsets = made_offsets(fast.table);
  use_instruction_set(set);
  offset_sweep(fast, offset_prior(), offsets, random, 1);
  use_instruction_set("best");
  test::naive_offset_sweep(naive, offset_prior(), offsets, random, 1);
  require(fast.topics == naive.topics, "the sweep with offsets on " + set);
}

std::vector<Measurement> offset_speeds(bool quick) {
  ThreadPool pool(1);
  const RandomStreams random(key_from_seed(3));
  const TokenSequences tokens = made_tokens(kKosLike);
  Chain chain = started_chain(tokens, kTopics, random, pool);
  const Offsets offsets = made_offsets(chain.table);
  const Prior prior = offset_prior();
  std::uint32_t sweep = 0;
  std::vector<Timed> entries;
  for (const std::string& set : instruction_sets()) {
    check_offsets(tokens, random, set);
    const Rate rate{.name = "sweep with offsets",
                    .settings = {{"corpus", kKosLike.name},
                                 {"topics", kTopics},
                                 {"words", tokens.vocabulary()},
                                 {"instruction_set", set}},
                    .amount = static_cast<double>(tokens.tokens()) / 1e6,
                    .unit = "Mtokens/s"};
    entries.push_back({.rate = rate,
                       .once = [&] { offset_sweep(chain, prior, offsets, random, ++sweep); },
                       .set = set});
  }
  return timed(entries, race_length(quick));
}

}  // namespace

SuitePart offsets_part(bool quick) {
  return {.name = "offsets", .measure = [=] { return offset_speeds(quick); }};
}

}  // namespace dplda::bench
