// Learning from reports: sweeps through the channel over documents of 1000 words with 50 topics,
// items are documents; and the reconstruction of a corpus, items are bits. Both are checked against
// plain versions before they are timed.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/simd.h"
#include "collect/reconstruction.h"
#include "reference/naive_channel.h"

namespace {

using namespace dplda;

constexpr std::uint32_t kWords = 1000;
constexpr std::size_t kTopics = 50;
constexpr std::uint64_t kDocuments = 1024;
constexpr double kFlip = 0.047;  // epsilon 3

void fail(const std::string& what) {
  std::fprintf(stderr, "%s is wrong: not timed\n", what.c_str());
  std::exit(1);
}

struct Setting {
  explicit Setting(std::uint64_t documents)
      : streams(key_from_seed(1)),
        bits(test::channel_bits(kWords, documents, 2)),
        phi(test::channel_phi(kTopics, kWords, 3)),
        kernel_phi(kTopics, kWords),
        rates(documents, kTopics, 0.1, 60) {
    kernel_phi.set(phi);
  }

  Streams streams;
  WordSets bits;
  std::vector<double> phi;
  ChannelPhi kernel_phi;
  DocumentRates rates;
};

void check_channel(const std::string& set) {
  Setting setting(20);
  ThreadPool pool(1);
  const ChannelSweep how{.flip = kFlip};
  DocumentRates naive_rates = setting.rates;
  const test::NaiveTables naive =
      test::naive_channel_sweep(setting.bits, setting.phi, how, 0.5, naive_rates, setting.streams);
  if (channel_counts(setting.bits, setting.kernel_phi, how, setting.rates, setting.streams, pool) !=
      naive.tokens)
    fail("the sweep with " + set);
}

void time_counts(benchmark::State& state, const std::string& set, bool presences) {
  use_instruction_set(set);
  Setting setting(kDocuments);
  ThreadPool pool(1);
  ChannelSweep how{.flip = kFlip, .sweep = 0};
  std::vector<double> table;
  for (auto _ : state) {
    ++how.sweep;
    benchmark::DoNotOptimize(channel_counts(setting.bits, setting.kernel_phi, how, setting.rates,
                                            setting.streams, pool, presences ? &table : nullptr));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(how.sweep * kDocuments));
  use_instruction_set("best");
}

// An eighth of the bits is set; words are thinned and filled.
std::vector<double> estimates() {
  std::vector<double> result(kWords);
  for (std::uint32_t t = 0; t < kWords; ++t) result[t] = kDocuments * (t % 10) / 30.0 + 0.25;
  return result;
}

// Every word is in as many documents as was estimated, and bits were only set or only cleared.
void check_reconstruction(const std::string& set) {
  const Setting setting(kDocuments);
  ThreadPool pool(1);
  WordSets sets = setting.bits;
  reconstruct(sets, estimates(), setting.streams, pool);
  const std::vector<std::uint64_t> before = setting.bits.frequencies(pool);
  const std::vector<std::uint64_t> after = sets.frequencies(pool);
  for (std::uint32_t t = 0; t < kWords; ++t) {
    std::uint64_t changed = 0;
    for (std::uint64_t m = 0; m < kDocuments; ++m)
      changed += sets.has(m, t) != setting.bits.has(m, t) ? 1 : 0;
    const std::uint64_t needed = after[t] > before[t] ? after[t] - before[t] : before[t] - after[t];
    if (std::abs(static_cast<double>(after[t]) - estimates()[t]) >= 1 || changed != needed)
      fail("the reconstruction with " + set);
  }
}

void time_reconstruction(benchmark::State& state, const std::string& set) {
  use_instruction_set(set);
  const Setting setting(kDocuments);
  ThreadPool pool(1);
  std::int64_t rounds = 0;
  for (auto _ : state) {
    WordSets sets = setting.bits;
    reconstruct(sets, estimates(), setting.streams, pool);
    benchmark::DoNotOptimize(sets.row(0).data());
    ++rounds;
  }
  state.SetItemsProcessed(rounds * static_cast<std::int64_t>(kDocuments * kWords));
  use_instruction_set("best");
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    check_channel(set);
    check_reconstruction(set);
    benchmark::RegisterBenchmark(("channel_counts/" + set).c_str(), [=](benchmark::State& state) {
      time_counts(state, set, false);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("channel_presences/" + set).c_str(),
                                 [=](benchmark::State& state) { time_counts(state, set, true); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("reconstruct/" + set).c_str(), [=](benchmark::State& state) {
      time_reconstruction(state, set);
    })->Unit(benchmark::kMillisecond);
  }
  use_instruction_set("best");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
