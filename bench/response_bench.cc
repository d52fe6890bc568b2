// Randomized response of reports by their rows. Items are bits. Checked against the naive version
// before it is timed.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/simd.h"
#include "privacy/randomized_response.h"
#include "reference/naive_response.h"

namespace {

using namespace dplda;

void check(const RandomizedResponse& response, std::size_t words) {
  const Streams streams(key_from_seed(1));
  for (std::uint64_t document = 0; document < 20; ++document) {
    const StreamPosition at{.purpose = Purpose::kNoise, .document = document};
    std::vector<std::uint64_t> row(words);
    response.perturb(row, streams, at);
    if (row == test::naive_flips(words, response.threshold(), streams, at)) continue;
    std::fprintf(stderr, "rows of %zu words are wrong: not timed\n", words);
    std::exit(1);
  }
}

void time_rows(benchmark::State& state, const RandomizedResponse& response, std::size_t bits,
               const std::string& instruction_set) {
  use_instruction_set(instruction_set);
  const Streams streams(key_from_seed(2));
  std::vector<std::uint64_t> row((bits + 63) / 64);
  std::uint64_t document = 0;
  for (auto _ : state) {
    response.perturb(row, streams, {.purpose = Purpose::kNoise, .document = ++document});
    benchmark::DoNotOptimize(row.data());
  }
  // Bits that fill up the last word are no items.
  state.SetItemsProcessed(static_cast<std::int64_t>(document * bits));
  use_instruction_set("best");
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& set : instruction_sets()) {
    for (const std::size_t bits : {1000, 10000}) {
      for (const double epsilon : {0.5, 3.0, 8.0}) {
        const RandomizedResponse response(epsilon);
        use_instruction_set(set);
        check(response, (bits + 63) / 64);
        benchmark::RegisterBenchmark(
            ("response/" + std::to_string(bits) + "/epsilon_" +
             std::to_string(epsilon).substr(0, 3) + '/' + set)
                .c_str(),
            [=](benchmark::State& state) { time_rows(state, response, bits, set); });
      }
    }
  }
  use_instruction_set("best");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
