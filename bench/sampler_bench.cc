// One sweep over a corpus of KOS's size, by sampler and instruction set, against the plainest
// sampler that a textbook has. Items are tokens. Every sampler is checked against its naive
// reference before it is timed.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/simd.h"
#include "base/threads.h"
#include "lda/offset_sampler.h"
#include "lda/sampler.h"
#include "reference/naive_lda.h"
#include "reference/naive_offsets.h"

namespace {

using namespace dplda;

constexpr std::uint32_t kWords = 1000;
constexpr std::size_t kTopics = 50;

// Documents of about 62 tokens with skewed words, as KOS's.
Chain made_chain(std::size_t documents, std::uint64_t length, ThreadPool& pool) {
  const Streams streams(key_from_seed(1));
  Stream stream(streams, Purpose::kSynthetic);
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  for (std::size_t m = 0; m < documents; ++m) {
    for (std::uint64_t n = 1 + stream.below(2 * length); n > 0; --n) {
      words.push_back(static_cast<std::uint32_t>(stream.below(1 + stream.below(kWords))));
    }
    offsets.push_back(words.size());
  }
  TokenSequences tokens(offsets, words, kWords);
  std::vector<Topic> topics = initial_topics(tokens, kTopics, streams, pool);
  Chain chain{std::move(tokens), std::move(topics), TopicTable(kTopics, kWords)};
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

Prior prior() { return {.alpha = std::vector<double>(kTopics, 0.1), .beta = 0.01}; }

// Collapsed Gibbs sampling as one would write it down first: the yardstick.
class TextbookSampler final : public Sampler {
 public:
  explicit TextbookSampler(const Streams& streams) : streams_(streams) {}

  void sweep(Chain& chain, const Prior& p, std::uint32_t sweep) override {
    std::vector<double> sums(p.topics());
    for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
      const auto words = chain.tokens.document(m);
      Topic* topics = chain.topics.data() + chain.tokens.begin(m);
      std::vector<int> counts(p.topics());
      for (std::size_t j = 0; j < words.size(); ++j) ++counts[topics[j]];
      Stream stream(streams_, Purpose::kTopic, sweep, m);
      for (std::size_t j = 0; j < words.size(); ++j) {
        const auto column = chain.table.column(words[j]);
        const auto move = [&](Topic k, int by) {
          column[k] += by;
          chain.table.totals()[k] += by;
          counts[k] += by;
        };
        move(topics[j], -1);
        double sum = 0;
        for (std::size_t k = 0; k < p.topics(); ++k) {
          sum += (column[k] + p.beta) /
                 (static_cast<double>(chain.table.totals()[k]) + kWords * p.beta) *
                 (counts[k] + p.alpha[k]);
          sums[k] = sum;
        }
        const double target = stream.uniform() * sum;
        Topic k = 0;
        while (k + 1u < p.topics() && sums[k] <= target) ++k;
        topics[j] = k;
        move(k, 1);
      }
    }
  }

 private:
  const Streams& streams_;
};

void check_against_naive(const std::string& name) {
  ThreadPool pool(1);
  const Streams streams(key_from_seed(2));
  Chain chain = made_chain(3, 20, pool);
  test::NaiveChain naive{.words = {}, .topics = {}, .vocabulary = kWords};
  for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m) {
    const auto words = chain.tokens.document(m);
    naive.words.emplace_back(words.begin(), words.end());
    const auto first = chain.topics.begin() + static_cast<std::ptrdiff_t>(chain.tokens.begin(m));
    naive.topics.emplace_back(first, first + static_cast<std::ptrdiff_t>(words.size()));
  }
  make_sampler(name, streams, pool)->sweep(chain, prior(), 1);
  (name == "snapshot" ? test::naive_snapshot_sweep : test::naive_sequential_sweep)(naive, prior(),
                                                                                   streams, 1);
  std::vector<Topic> expected;
  for (const auto& document : naive.topics)
    expected.insert(expected.end(), document.begin(), document.end());
  if (chain.topics != expected) {
    std::fprintf(stderr, "the %s sampler is wrong: not timed\n", name.c_str());
    std::exit(1);
  }
}

void time_sweeps(benchmark::State& state, const std::string& name,
                 const std::string& instruction_set, int threads) {
  use_instruction_set(instruction_set);
  ThreadPool pool(threads);
  const Streams streams(key_from_seed(3));
  Chain chain = made_chain(3000, 62, pool);
  std::unique_ptr<Sampler> sampler;
  if (name == "textbook") {
    sampler = std::make_unique<TextbookSampler>(streams);
  } else {
    check_against_naive(name);
    sampler = make_sampler(name, streams, pool);
  }
  std::uint32_t sweep = 0;
  for (auto _ : state) sampler->sweep(chain, prior(), ++sweep);
  state.SetItemsProcessed(static_cast<std::int64_t>(chain.tokens.tokens()) * sweep);
  use_instruction_set("best");
}

// Counts to which something was added, as the published private algorithms have them.
Offsets made_offsets(const TopicTable& table) {
  Offsets offsets;
  for (std::size_t i = 0; i < kWords * table.stride(); ++i)
    offsets.table.push_back(static_cast<double>(i * i % 7) - 3);
  return offsets;
}

void time_offset_sweeps(benchmark::State& state, const std::string& instruction_set) {
  use_instruction_set(instruction_set);
  ThreadPool pool(1);
  const Streams streams(key_from_seed(3));
  Chain small = made_chain(3, 20, pool);
  Chain naive = small;
  const Offsets offsets = made_offsets(small.table);
  offset_sweep(small, prior(), offsets, streams, 1);
  test::naive_offset_sweep(naive, prior(), offsets, streams, 1);
  if (small.topics != naive.topics) {
    std::fprintf(stderr, "the sweep with offsets is wrong: not timed\n");
    std::exit(1);
  }
  Chain chain = made_chain(3000, 62, pool);
  std::uint32_t sweep = 0;
  for (auto _ : state) offset_sweep(chain, prior(), offsets, streams, ++sweep);
  state.SetItemsProcessed(static_cast<std::int64_t>(chain.tokens.tokens()) * sweep);
  use_instruction_set("best");
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

}  // namespace

int main(int argc, char** argv) {
  benchmark::RegisterBenchmark("sweep/textbook", time_sweeps, "textbook", "best", 1);
  for (const std::string& set : instruction_sets()) {
    benchmark::RegisterBenchmark(("sweep/sequential/" + set).c_str(), time_sweeps, "sequential",
                                 set, 1);
    benchmark::RegisterBenchmark(("sweep/snapshot/" + set).c_str(), time_sweeps, "snapshot", set,
                                 1);
    benchmark::RegisterBenchmark(("sweep/offset/" + set).c_str(), time_offset_sweeps, set);
    benchmark::RegisterBenchmark(("draws/" + set).c_str(), time_draws, set);
  }
  benchmark::RegisterBenchmark("sweep/snapshot/2_threads", time_sweeps, "snapshot", "best", 2)
      ->UseRealTime();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
