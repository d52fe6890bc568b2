// Sweeps over counts to which something was added, as the published private algorithms have them,
// by instruction set. Items are tokens. Checked against its naive reference before it is timed.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/simd.h"
#include "lda/offset_sampler.h"
#include "reference/naive_offsets.h"
#include "speed/made_tokens.h"

namespace {

using namespace dplda;

constexpr std::int64_t kTopics = 50;

Prior prior() { return {.alpha = std::vector<double>(kTopics, 0.1), .beta = 0.01}; }

Offsets made_offsets(const TopicTable& table) {
  Offsets offsets;
  for (std::size_t i = 0; i < table.words() * table.stride(); ++i)
    offsets.table.push_back(static_cast<double>(i * i % 7) - 3);
  return offsets;
}

void time_sweeps(benchmark::State& state, const std::string& instruction_set) {
  use_instruction_set(instruction_set);
  ThreadPool pool(1);
  const Streams streams(key_from_seed(3));
  const TokenSequences tokens = made_tokens(kKosLike);
  Chain small = started_chain(first_documents(tokens, 100), kTopics, streams, pool);
  Chain naive = small;
  const Offsets offsets = made_offsets(small.table);
  offset_sweep(small, prior(), offsets, streams, 1);
  test::naive_offset_sweep(naive, prior(), offsets, streams, 1);
  if (small.topics != naive.topics) {
    std::fprintf(stderr, "the sweep with offsets is wrong: not timed\n");
    std::exit(1);
  }
  Chain chain = started_chain(tokens, kTopics, streams, pool);
  std::uint32_t sweep = 0;
  for (auto _ : state) offset_sweep(chain, prior(), offsets, streams, ++sweep);
  state.SetItemsProcessed(static_cast<std::int64_t>(chain.tokens.tokens()) * sweep);
  use_instruction_set("best");
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& set : instruction_sets())
    benchmark::RegisterBenchmark(("sweep/offset/" + set).c_str(), time_sweeps, set);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
