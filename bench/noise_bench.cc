// The noise of a table by its rows, of 50 cells unless said otherwise: tables against the exact
// draws as published. Items are cells. Both are checked against the law's formula before they are
// timed.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/simd.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "reference/noise_law.h"

namespace {

using namespace dplda;

constexpr std::size_t kCells = 50;
// No table at all: every cell is an exact draw.
constexpr int kNoTable = 0;

void require(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "the noise %s is wrong: not timed\n", what.c_str());
  std::exit(1);
}

// 20,000 rows are 10^6 draws: a scale that is 2% off is seen with certainty.
template <class Noise>
void check_against_law(const Noise& noise, const test::NoiseLaw& law, const std::string& what) {
  const Streams streams(key_from_seed(1));
  test::NoiseHistogram histogram;
  std::array<std::int32_t, kCells> row;
  for (std::uint64_t document = 0; document < 20000; ++document) {
    noise.draw(row, streams, {.purpose = Purpose::kNoise, .document = document});
    for (const std::int32_t x : row) histogram.add(x);
  }
  require(histogram.p_value(law) > 1e-6 && histogram.coarse_p_value(law) > 1e-6, what);
}

template <class Noise>
void time_rows(benchmark::State& state, const Noise& noise, const std::string& instruction_set,
               std::size_t cells) {
  use_instruction_set(instruction_set);
  const Streams streams(key_from_seed(2));
  std::vector<std::int32_t> row(cells);
  std::uint64_t document = 0;
  for (auto _ : state) {
    noise.draw(row, streams, {.purpose = Purpose::kNoise, .document = ++document});
    benchmark::DoNotOptimize(row.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(document * cells));
  use_instruction_set("best");
}

template <class Noise>
void time_construction(benchmark::State& state, const Rational& parameter) {
  for (auto _ : state) benchmark::DoNotOptimize(Noise(parameter));
}

template <class Noise>
void add(const std::string& name, const Rational& parameter, const test::NoiseLaw& law) {
  const Noise table(parameter);
  const Noise exact(parameter, kNoTable);
  check_against_law(table, law, name);
  check_against_law(exact, law, name + " without a table");
  for (const std::string& set : instruction_sets()) {
    benchmark::RegisterBenchmark((name + "/table/" + set).c_str(), [=](benchmark::State& state) {
      time_rows(state, table, set, kCells);
    });
  }
  benchmark::RegisterBenchmark(
      (name + "/table/best/1000_cells").c_str(),
      [=](benchmark::State& state) { time_rows(state, table, "best", 1000); });
  benchmark::RegisterBenchmark((name + "/exact").c_str(), [=](benchmark::State& state) {
    time_rows(state, exact, "best", kCells);
  });
  benchmark::RegisterBenchmark((name + "/construction").c_str(), [=](benchmark::State& state) {
    time_construction<Noise>(state, parameter);
  });
}

}  // namespace

int main(int argc, char** argv) {
  // b = 2 / eps_L for eps_L = 0.5, 1, 2, 4.
  for (const Rational& scale : {Rational{4, 1}, Rational{2, 1}, Rational{1, 1}, Rational{1, 2}}) {
    add<DiscreteLaplace>("laplace/" + to_text(scale), scale,
                         test::discrete_laplace_law(scale.value()));
  }
  for (const double sigma : {22.34, 146.8, 1000.0}) {
    const Rational variance = rational_at_least(sigma * sigma);
    add<DiscreteGaussian>("gaussian/" + to_text(variance), variance,
                          test::discrete_gaussian_law(variance.value()));
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
