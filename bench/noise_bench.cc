// Noise and what it is made of: random blocks, cells of noise with counts, whole releases. Items
// are cells. Everything is checked against its reference before it is timed.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/chacha.h"
#include "base/random.h"
#include "base/simd.h"
#include "privacy/bernoulli.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "training/backend.h"
#include "reference/naive_noise.h"
#include "reference/noise_law.h"

namespace {

using namespace dplda;

const Streams kStreams(key_from_seed(1));

void require(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "%s is wrong: not timed\n", what.c_str());
  std::exit(1);
}

template <class Work>
void time_on(const std::string& set, const std::string& name, const Work& work) {
  benchmark::RegisterBenchmark((name + "/" + set).c_str(), [=](benchmark::State& state) {
    use_instruction_set(set);
    work(state);
    use_instruction_set("best");
  });
}

void add_blocks() {
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    std::array<std::uint64_t, 8 * kMostBlocks> words;
    kStreams.draws({.purpose = Purpose::kNoise}, words);
    for (std::uint32_t block = 0; block < kMostBlocks; ++block) {
      std::array<std::uint32_t, 16> expected;
      chacha20_block(kStreams.key(),
                     counter_words({.purpose = Purpose::kNoise, .position = 8 * block}), expected);
      require(std::memcmp(&words[8 * block], expected.data(), 64) == 0, "chacha20 on " + set);
    }
    use_instruction_set("best");
    time_on(set, "chacha20", [](benchmark::State& state) {
      std::array<std::uint64_t, 8 * kMostBlocks> out;
      std::uint64_t document = 0;
      for (auto _ : state) {
        kStreams.draws({.purpose = Purpose::kNoise, .document = ++document}, out);
        benchmark::DoNotOptimize(out.data());
      }
      state.SetBytesProcessed(static_cast<std::int64_t>(document * sizeof out));
    });
  }
}

// Rows of counts with noise, as a release has them.
struct Rows {
  explicit Rows(std::size_t cells_in_row)
      : cells(cells_in_row), counts(kRows * cells, 3), out(counts.size()) {}

  template <class Noise>
  void add(const Noise& noise, std::uint64_t first) {
    noise.add({counts.data(), out.data(), kRows, cells, cells}, kStreams,
              {.purpose = Purpose::kNoise, .document = first});
  }

  static constexpr std::size_t kRows = 128;
  std::size_t cells;
  std::vector<std::int32_t> counts;
  std::vector<std::int32_t> out;
};

template <class Noise>
void time_rows(benchmark::State& state, const Noise& noise, std::size_t cells) {
  Rows rows(cells);
  std::uint64_t document = 0;
  for (auto _ : state) {
    rows.add(noise, document);
    document += Rows::kRows;
    benchmark::DoNotOptimize(rows.out.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(document * cells));
}

template <class Exact>
void time_exact(benchmark::State& state, const Exact& exact) {
  Stream stream(kStreams, Purpose::kNoiseTail);
  for (auto _ : state) benchmark::DoNotOptimize(exact(stream));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

// 20,000 rows of 50 cells are 10^6 draws: a scale that is 2% off is seen with certainty.
template <class Noise>
void check_law(const Noise& noise, const test::NoiseLaw& law, const std::string& name) {
  test::NoiseHistogram histogram;
  Rows rows(50);
  for (std::uint64_t first = 0; first < 20000; first += Rows::kRows) {
    rows.add(noise, first);
    for (const std::int32_t x : rows.out) histogram.add(x - 3);
  }
  require(histogram.p_value(law) > 1e-6 && histogram.coarse_p_value(law) > 1e-6, name);
}

void add_laplace(const Rational& scale) {
  const std::string name = "laplace/" + to_text(scale);
  const test::NoiseLaw law = test::discrete_laplace_law(scale.value());
  const NoiseTable::Tail tail = [=](std::uint64_t first, Stream& stream) {
    return first + exact_geometric(scale, stream);
  };
  const std::vector<Wide> thresholds = noise_thresholds(
      [=](std::uint64_t m) { return Wide{m} * scale.denominator; }, scale.numerator);
  for (const CellBits bits : {CellBits::k16, CellBits::k64}) {
    const NoiseTable table(thresholds, tail, bits);
    if (thresholds.empty() || table.narrow() != (bits == CellBits::k16)) continue;
    const std::string width = table.narrow() ? "/narrow" : "/wide";
    check_law(table, law, name + width);
    Rows rows(50);
    rows.add(table, 0);
    for (std::size_t i = 0; i < rows.out.size(); ++i) {
      const auto naive = table.narrow() ? test::naive_narrow_noise : test::naive_wide_noise;
      const StreamPosition at{.purpose = Purpose::kNoise, .document = i / 50, .position = i % 50};
      require(rows.out[i] == 3 + naive(thresholds, tail, kStreams, at), name + width);
    }
    for (const std::string& set : instruction_sets()) {
      for (const std::size_t cells : {50u, 1000u}) {
        time_on(set, name + width + "/" + std::to_string(cells) + "_cells",
                [=](benchmark::State& state) { time_rows(state, table, cells); });
      }
    }
  }
  benchmark::RegisterBenchmark((name + "/textbook").c_str(), [=](benchmark::State& state) {
    time_exact(state, [=](Stream& stream) { return exact_discrete_laplace(scale, stream); });
  });
  benchmark::RegisterBenchmark((name + "/construction").c_str(), [=](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(DiscreteLaplace(scale));
  });
}

void add_gaussian(double sigma) {
  const Rational variance = rational_at_least(sigma * sigma);
  const std::string name = "gaussian/" + to_text(variance);
  const DiscreteGaussian noise(variance);
  check_law(noise, test::discrete_gaussian_law(variance.value()), name);
  benchmark::RegisterBenchmark((name + "/wide/1000_cells").c_str(),
                               [=](benchmark::State& state) { time_rows(state, noise, 1000); });
  benchmark::RegisterBenchmark((name + "/textbook").c_str(), [=](benchmark::State& state) {
    time_exact(state, [=](Stream& stream) { return exact_discrete_gaussian(variance, stream); });
  });
}

void fill(TopicTable& counts) {
  for (std::uint32_t word = 0; word < counts.words(); ++word) {
    for (std::size_t k = 0; k < counts.topics(); ++k)
      counts.column(word)[k] = static_cast<std::int32_t>((word + k) % 7);
  }
}

void add_release(std::size_t topics, std::uint32_t words) {
  const std::string name = "release/" + std::to_string(topics) + "x" + std::to_string(words);
  for (const int threads : {1, 2}) {
    const auto time = [=](benchmark::State& state) {
      const DiscreteLaplace noise({2, 1});
      TopicTable counts(topics, words), released(topics, words);
      fill(counts);
      ThreadPool pool(threads);
      std::uint32_t number = 0;
      release(counts, noise, number, kStreams, pool, released);
      std::vector<std::int32_t> row(topics);
      for (std::uint32_t word = 0; word < words; ++word) {
        noise.draw(row, kStreams, {.purpose = Purpose::kNoise, .document = word});
        for (std::size_t k = 0; k < topics; ++k)
          require(released.column(word)[k] == counts.column(word)[k] + row[k], name);
      }
      for (auto _ : state) release(counts, noise, ++number, kStreams, pool, released);
      state.SetItemsProcessed(static_cast<std::int64_t>(number * topics * words));
    };
    benchmark::RegisterBenchmark((name + "/threads:" + std::to_string(threads)).c_str(), time)
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
  }
}

void add_weights() {
  const ClippedDraw draw(100, 0.1, 2.5);
  std::vector<std::int32_t> released(1000);
  for (std::size_t k = 0; k < released.size(); ++k)
    released[k] = static_cast<std::int32_t>(k) - 100;
  std::vector<std::uint32_t> weights(1000);
  draw.weights(released, weights);
  for (std::size_t k = 0; k < released.size(); ++k)
    require(weights[k] == draw.weight(released[k]), "weights");
  for (const std::string& set : instruction_sets()) {
    time_on(set, "weights", [=](benchmark::State& state) {
      std::vector<std::uint32_t> out(released.size());
      for (auto _ : state) {
        draw.weights(released, out);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
      }
      state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * released.size()));
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  add_blocks();
  for (const Rational& scale :
       {Rational{1, 2}, Rational{2, 1}, Rational{20, 1}, Rational{800, 1}, Rational{1000, 1}}) {
    add_laplace(scale);
  }
  for (const double sigma : {22.34, 146.8, 1000.0}) add_gaussian(sigma);
  add_release(50, 1000);
  add_release(1000, 12419);
  add_weights();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
