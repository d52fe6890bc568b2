// What privacy costs a sweep: the hdp sweep with noise, and the same sweep with none, over corpora
// of the sizes of KOS and NIPS, alternately in one run; and hdp sweeps on two threads beside two
// runs of one thread each. Items are tokens. Epsilons are eps_L of a release (unit: word, view:
// topics+counts). First sweeps with and without noise are checked to differ in nothing but the
// noise: with an epsilon at which it is practically always 0 they draw the same topics.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "reference/options.h"
#include "speed/made_tokens.h"
#include "speed/sweep_run.h"

namespace {

using namespace dplda;

struct Way {
  std::string name;
  std::string kind;
  double epsilon;
  std::string kernel = "dense";
};

TrainOptions options_with(std::int64_t topics, const Way& noise) {
  TrainOptions options = endless_hdp(topics);
  test::set(options, "noise", noise.kind);
  test::set(options, "epsilon-noise", noise.epsilon);
  test::set(options, "shrink", 2);
  test::set(options, "kernel", noise.kernel);
  return options;
}

Chain started(const TokenSequences& tokens, std::int64_t topics) {
  return warmed_chain(tokens, topics, 0);
}

std::vector<Topic> topics_after(const TokenSequences& tokens, std::int64_t topics,
                                const Way& noise) {
  SweepRun run(options_with(topics, noise), started(tokens, topics), 1);
  run.sweep(1);
  return run.chain().topics;
}

// Scale 1/32: a cell is off by one with probability 2.5e-14.
void check_noise(const CorpusShape& shape, std::int64_t topics, const std::string& kernel) {
  const TokenSequences tokens = first_documents(made_tokens(shape), 20000);
  if (topics_after(tokens, topics, {"", "discrete", 64, kernel}) ==
      topics_after(tokens, topics, {"", "none", 64, kernel}))
    return;
  std::fprintf(stderr, "the sweep with noise is not the sweep without\n");
  std::exit(EXIT_FAILURE);
}

void time_sweeps(benchmark::State& state, const CorpusShape& shape, std::int64_t topics,
                 const Way& noise, int threads) {
  check_noise(shape, topics, noise.kernel);
  SweepRun run(options_with(topics, noise), started(made_tokens(shape), topics), threads);
  for (auto _ : state) run.sweep(1);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(run.chain().tokens.tokens()));
}

// One run on two threads must reach 95% of what these do together.
void time_two_at_once(benchmark::State& state, const CorpusShape& shape, std::int64_t topics,
                      const Way& noise) {
  std::vector<std::unique_ptr<SweepRun>> runs;
  for (int i = 0; i < 2; ++i) {
    runs.push_back(std::make_unique<SweepRun>(options_with(topics, noise),
                                              started(made_tokens(shape), topics), 1));
  }
  for (auto _ : state) {
    std::thread other([&] { runs[0]->sweep(1); });
    runs[1]->sweep(1);
    other.join();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(2 * state.iterations()) *
                          static_cast<std::int64_t>(runs[0]->chain().tokens.tokens()));
}

void add(const CorpusShape& shape, std::int64_t topics, const Way& noise) {
  const std::string name = "hdp_sweep/" + shape.name + "/" + std::to_string(topics) + "_topics/" +
                           noise.name + "/" + noise.kernel;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    time_sweeps(state, shape, topics, noise, 1);
  })->Unit(benchmark::kMillisecond);
}

void add_threads(const CorpusShape& shape, std::int64_t topics, const Way& noise) {
  const std::string name = "hdp_sweep/" + shape.name + "/" + std::to_string(topics) + "_topics";
  benchmark::RegisterBenchmark(
      (name + "/2_threads").c_str(),
      [=](benchmark::State& state) { time_sweeps(state, shape, topics, noise, 2); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RegisterBenchmark(
      (name + "/2_runs_at_once").c_str(),
      [=](benchmark::State& state) { time_two_at_once(state, shape, topics, noise); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const Way none{"no_noise", "none", 1};
  const Way usual{"epsilon_1", "discrete", 1};
  const Way strong{"epsilon_0.1", "discrete", 0.1};
  for (int round = 0; round < 3; ++round) {
    for (const Way& noise : {none, usual, strong}) add(kKosLike, 50, noise);
  }
  for (const CorpusShape& shape : {kKosLike, kNipsLike}) {
    for (const std::int64_t topics : {200, 1000}) {
      for (Way noise : {none, usual}) {
        for (const char* kernel : {"dense", "sparse"}) {
          noise.kernel = kernel;
          add(shape, topics, noise);
        }
      }
    }
    add_threads(shape, 50, usual);
  }
  benchmark::RunSpecifiedBenchmarks();
}
