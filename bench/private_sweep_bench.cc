// What privacy costs a sweep: the hdp sweep with noise, and the same sweep with none, over a corpus
// of KOS's size (1000 words, 50 topics), alternately in one run. Items are tokens. First the two
// are checked to differ in nothing but the noise: with an epsilon at which the noise is practically
// always 0 they draw the same topics.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "recipes/registry.h"
#include "recipes/training.h"

namespace {

using namespace dplda;

constexpr std::uint32_t kWords = 1000;
constexpr std::size_t kTopics = 50;
constexpr std::size_t kDocuments = 3000;

struct Setting {
  Setting()
      : streams(key_from_seed(1)),
        pool(1),
        tokens(made_tokens(streams)),
        start{tokens, initial_topics(tokens, kTopics, streams, pool), TopicTable(kTopics, kWords)} {
    start.table.recount(start.tokens, start.topics, pool);
  }

  // Documents of about 62 tokens with skewed words, as KOS's.
  static TokenSequences made_tokens(const Streams& streams) {
    Stream stream(streams, Purpose::kSynthetic);
    std::vector<std::uint64_t> offsets = {0};
    std::vector<std::uint32_t> words;
    for (std::size_t m = 0; m < kDocuments; ++m) {
      for (std::uint64_t n = 1 + stream.below(124); n > 0; --n)
        words.push_back(static_cast<std::uint32_t>(stream.below(1 + stream.below(kWords))));
      offsets.push_back(words.size());
    }
    return {offsets, words, kWords};
  }

  Streams streams;
  ThreadPool pool;
  TokenSequences tokens;
  Chain start;
};

TrainOptions options_with(const std::string& noise, double epsilon) {
  TrainOptions options = options_for("hdp");
  options.topics = kTopics;
  options.noise = noise;
  options.epsilon_noise = epsilon;
  options.shrink = 2;
  options.sweeps = 1000000000;  // no release is averaged
  return resolved(options);
}

Prior prior_of(const TrainOptions& options) {
  return {.alpha = std::vector<double>(kTopics, options.alpha), .beta = *options.beta};
}

std::vector<Topic> topics_after(Setting& setting, const TrainOptions& options) {
  Chain chain = setting.start;
  recipe_named("hdp")
      .method({options, setting.streams, setting.pool}, chain.tokens)
      ->sweep(chain, prior_of(options), 1);
  return chain.topics;
}

void sweeps(benchmark::State& state, const std::string& noise, double epsilon) {
  Setting setting;
  const TrainOptions options = options_with(noise, epsilon);
  const std::unique_ptr<Method> method =
      recipe_named("hdp").method({options, setting.streams, setting.pool}, setting.tokens);
  Chain chain = setting.start;
  std::uint32_t sweep = 0;
  for (auto _ : state) method->sweep(chain, prior_of(options), ++sweep);
  state.SetItemsProcessed(static_cast<std::int64_t>(sweep) *
                          static_cast<std::int64_t>(chain.tokens.tokens()));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  {
    Setting setting;
    // Scale 1/32: a cell is off by one with probability 2.5e-14.
    if (topics_after(setting, options_with("discrete", 64)) !=
        topics_after(setting, options_with("none", 64))) {
      std::fprintf(stderr, "the sweep with noise is not the sweep without\n");
      return EXIT_FAILURE;
    }
  }
  for (int round = 0; round < 3; ++round) {
    benchmark::RegisterBenchmark("hdp_sweep/no_noise",
                                 [](benchmark::State& s) { sweeps(s, "none", 1); });
    benchmark::RegisterBenchmark("hdp_sweep/epsilon_1",
                                 [](benchmark::State& s) { sweeps(s, "discrete", 1); });
    benchmark::RegisterBenchmark("hdp_sweep/epsilon_0.1",
                                 [](benchmark::State& s) { sweeps(s, "discrete", 0.1); });
  }
  benchmark::RunSpecifiedBenchmarks();
  return EXIT_SUCCESS;
}
