// One sweep over corpora of the sizes of KOS and NIPS, by sampler, number of topics, instruction
// set and threads, against the plainest sampler that a textbook has. Items are tokens. Every
// sampler is checked against its naive reference before it is timed.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "base/simd.h"
#include "base/threads.h"
#include "lda/samplers.h"
#include "reference/naive_lda.h"
#include "speed/made_tokens.h"
#include "speed/textbook.h"

namespace {

using namespace dplda;

constexpr std::int64_t kUsualTopics = 50;

// What is swept, and how.
struct Setting {
  CorpusShape shape = kKosLike;
  std::int64_t topics = kUsualTopics;
  std::string sampler = "snapshot";
  std::string instruction_set = "best";
  int threads = 1;
};

Sampling sampling_of(const Setting& setting) {
  return setting.sampler == "snapshot" ? Sampling::kSnapshot : Sampling::kSequential;
}

Prior prior_of(std::int64_t topics) {
  return {.alpha = std::vector<double>(static_cast<std::size_t>(topics), 0.1), .beta = 0.01};
}

void check_against_naive(const Setting& setting) {
  ThreadPool pool(setting.threads);
  const Streams streams(key_from_seed(2));
  Chain chain = started_chain(first_documents(made_tokens(setting.shape), 100), setting.topics,
                              streams, pool);
  test::NaiveChain naive{.words = {}, .topics = {}, .vocabulary = setting.shape.words};
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    const auto words = chain.tokens.document(m);
    naive.words.emplace_back(words.begin(), words.end());
    const auto first = chain.topics.begin() + static_cast<std::ptrdiff_t>(chain.tokens.begin(m));
    naive.topics.emplace_back(first, first + static_cast<std::ptrdiff_t>(words.size()));
  }
  const Prior prior = prior_of(setting.topics);
  make_sampler(sampling_of(setting), streams, pool)->sweep(chain, prior, 1);
  (setting.sampler == "snapshot" ? test::naive_snapshot_sweep : test::naive_sequential_sweep)(
      naive, prior, streams, 1);
  std::vector<Topic> expected;
  for (const auto& document : naive.topics)
    expected.insert(expected.end(), document.begin(), document.end());
  if (chain.topics != expected) {
    std::fprintf(stderr, "the %s sampler is wrong: not timed\n", setting.sampler.c_str());
    std::exit(1);
  }
}

// A chain with its sampler.
class Run {
 public:
  explicit Run(const Setting& setting)
      : pool_(setting.threads),
        streams_(key_from_seed(3)),
        prior_(prior_of(setting.topics)),
        chain_(started_chain(made_tokens(setting.shape), setting.topics, streams_, pool_)) {
    if (setting.sampler == "textbook") {
      sampler_ = std::make_unique<TextbookSampler>(streams_);
    } else {
      check_against_naive(setting);
      sampler_ = make_sampler(sampling_of(setting), streams_, pool_);
    }
  }

  void sweep() { sampler_->sweep(chain_, prior_, ++sweeps_); }
  std::int64_t swept() const { return static_cast<std::int64_t>(chain_.tokens.tokens()) * sweeps_; }

 private:
  ThreadPool pool_;
  Streams streams_;
  Prior prior_;
  Chain chain_;
  std::unique_ptr<Sampler> sampler_;
  std::uint32_t sweeps_ = 0;
};

void time_sweeps(benchmark::State& state, const Setting& setting) {
  use_instruction_set(setting.instruction_set);
  Run run(setting);
  for (auto _ : state) run.sweep();
  state.SetItemsProcessed(run.swept());
  use_instruction_set("best");
}

// What several threads are measured by: as many runs of one thread each at once, whose items add
// up. One run on all threads must reach 95% of it.
void time_independent(benchmark::State& state, const Setting& setting, int runs) {
  std::vector<std::unique_ptr<Run>> all;
  for (int i = 0; i < runs; ++i) all.push_back(std::make_unique<Run>(setting));
  for (auto _ : state) {
    std::vector<std::thread> threads;
    for (const auto& run : all) threads.emplace_back([&run] { run->sweep(); });
    for (std::thread& thread : threads) thread.join();
  }
  std::int64_t swept = 0;
  for (const auto& run : all) swept += run->swept();
  state.SetItemsProcessed(swept);
}

void time_draws(benchmark::State& state, const std::string& instruction_set) {
  use_instruction_set(instruction_set);
  const Streams streams(key_from_seed(3));
  std::vector<std::uint64_t> draws(512);
  std::uint64_t document = 0;
  for (auto _ : state) {
    streams.draws({.purpose = Purpose::kTopic, .document = ++document}, draws);
    benchmark::DoNotOptimize(draws.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(document * draws.size() * 8));
  use_instruction_set("best");
}

void add(const Setting& setting, const std::string& suffix = "") {
  const std::string name = "sweep/" + setting.sampler + "/" + setting.shape.name + "/" +
                           std::to_string(setting.topics) + "_topics" + suffix;
  auto* added = benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { time_sweeps(state, setting); });
  added->Unit(benchmark::kMillisecond);
  if (setting.threads > 1) added->UseRealTime();
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& set : instruction_sets()) {
    for (const char* sampler : {"sequential", "snapshot"})
      add({.sampler = sampler, .instruction_set = set}, "/" + set);
    benchmark::RegisterBenchmark(("draws/" + set).c_str(), time_draws, set);
  }
  for (const CorpusShape& shape : {kKosLike, kNipsLike}) {
    for (const std::int64_t topics : {50, 200, 1000}) {
      for (const char* sampler : {"textbook", "sequential", "snapshot"})
        add({.shape = shape, .topics = topics, .sampler = sampler});
    }
    const Setting alone{.shape = shape};
    add(alone, "/1_thread");
    Setting two = alone;
    two.threads = 2;
    add(two, "/2_threads");
    benchmark::RegisterBenchmark(
        ("sweep/snapshot/" + shape.name + "/50_topics/2_runs_at_once").c_str(),
        [=](benchmark::State& state) { time_independent(state, alone, 2); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
