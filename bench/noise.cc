// Noise and what it is made of: random blocks, cells of noise with counts, whole releases, weights
// of bounded draws.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/chacha.h"
#include "base/random.h"
#include "base/simd.h"
#include "parts.h"
#include "privacy/bernoulli.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "reference/naive_noise.h"
#include "reference/noise_law.h"
#include "training/backend.h"

namespace dplda::bench {
namespace {

const RandomStreams& random() {
  static const RandomStreams kStreams(key_from_seed(1));
  return kStreams;
}

Rate cells_rate(std::string name, double cells, const std::string& set = "best") {
  return {.name = std::move(name),
          .settings = {{"instruction_set", set == "best" ? instruction_sets().front() : set}},
          .amount = cells / 1e6,
          .unit = "Mcells/s"};
}

void append(std::vector<Measurement>& rows, std::vector<Measurement> more) {
  for (Measurement& row : more) rows.push_back(std::move(row));
}

std::vector<Measurement> block_speeds(const RaceLength& length) {
  std::array<std::uint64_t, 8 * kMostBlocks> words{};
  std::vector<Timed> entries;
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    random().draws({.purpose = Purpose::kNoise}, words);
    for (std::uint32_t block = 0; block < kMostBlocks; ++block) {
      std::array<std::uint32_t, 16> expected{};
      chacha20_block(random().key(),
                     counter_words({.purpose = Purpose::kNoise, .position = 8 * block}), expected);
      require(std::memcmp(&words[8 * block], expected.data(), 64) == 0, "ChaCha20 on " + set);
    }
    use_instruction_set("best");
    entries.push_back({.rate = {.name = "random blocks",
                                .settings = {{"instruction_set", set}},
                                .amount = 1e-9 * sizeof words,
                                .unit = "GB/s"},
                       .once =
                           [&words, document = std::uint64_t{0}]() mutable {
                             random().draws({.purpose = Purpose::kNoise, .document = ++document},
                                            words);
                           },
                       .set = set});
  }
  return timed(entries, length);
}

// Rows of counts with noise, as a release has them.
struct NoisyRows {
  explicit NoisyRows(std::size_t cells_in_row)
      : cells(cells_in_row), counts(kRows * cells, 3), out(counts.size()) {}

  template <class Noise>
  void add(const Noise& noise, std::uint64_t first) {
    noise.add({counts.data(), out.data(), kRows, cells, cells}, random(),
              {.purpose = Purpose::kNoise, .document = first});
  }

  static constexpr std::size_t kRows = 128;
  std::size_t cells;
  std::vector<std::int32_t> counts;
  std::vector<std::int32_t> out;
};

template <class Noise>
Timed timed_rows(const std::string& name, const Noise& noise, std::size_t cells,
                 const std::string& set) {
  const auto rows = std::make_shared<NoisyRows>(cells);
  return {.rate = cells_rate(fmt::format("{}, rows of {}", name, cells),
                             static_cast<double>(NoisyRows::kRows * cells), set),
          .once =
              [=, first = std::uint64_t{0}]() mutable {
                rows->add(noise, first);
                first += NoisyRows::kRows;
              },
          .set = set};
}

// Draws one by one; their sum is kept, so that none is thrown away unseen.
template <class Exact>
Timed one_by_one(const Exact& exact) {
  constexpr int kDraws = 1000;
  const auto stream = std::make_shared<RandomStream>(random(), Purpose::kNoiseTail);
  const auto sum = std::make_shared<std::int64_t>(0);
  return {.rate = cells_rate("exact draws", kDraws), .once = [=] {
            for (int i = 0; i < kDraws; ++i) *sum += exact(*stream);
          }};
}

// 20,000 rows of 50 cells are 10^6 draws: a scale that is 2% off is seen with certainty.
template <class Noise>
void check_law(const Noise& noise, const test::NoiseLaw& law, const std::string& name) {
  test::NoiseHistogram histogram;
  NoisyRows rows(50);
  for (std::uint64_t first = 0; first < 20000; first += NoisyRows::kRows) {
    rows.add(noise, first);
    for (const std::int32_t x : rows.out) histogram.add(x - 3);
  }
  require(histogram.p_value(law) > 1e-6 && histogram.coarse_p_value(law) > 1e-6, name);
}

std::vector<Measurement> laplace_speeds(const Rational& scale, const RaceLength& length) {
  const std::string name = "laplace " + to_text(scale);
  const test::NoiseLaw law = test::discrete_laplace_law(scale.value());
  const NoiseTable::Tail tail = [=](std::uint64_t first, RandomStream& stream) {
    return first + exact_geometric(scale, stream);
  };
  const std::vector<Wide> thresholds = noise_thresholds(
      [=](std::uint64_t m) { return Wide{m} * scale.denominator; }, scale.numerator);
  std::vector<Timed> entries = {one_by_one(
      [=](RandomStream& stream) { return std::int64_t{exact_discrete_laplace(scale, stream)}; })};
  for (const CellBits bits : {CellBits::k16, CellBits::k64}) {
    const NoiseTable table(thresholds, tail, bits);
    if (thresholds.empty() || table.narrow() != (bits == CellBits::k16)) continue;
    const std::string width = name + (table.narrow() ? ", narrow" : ", wide");
    check_law(table, law, width);
    NoisyRows rows(50);
    rows.add(table, 0);
    for (std::size_t i = 0; i < rows.out.size(); ++i) {
      const auto naive = table.narrow() ? test::naive_narrow_noise : test::naive_wide_noise;
      const RandomPosition at{.purpose = Purpose::kNoise, .document = i / 50, .position = i % 50};
      require(rows.out[i] == 3 + naive(thresholds, tail, random(), at), width);
    }
    for (const std::string& set : instruction_sets()) {
      for (const std::size_t cells : {50u, 1000u})
        entries.push_back(timed_rows(width, table, cells, set));
    }
  }
  std::vector<Measurement> measurements = timed(entries, length, "exact draws one by one");
  const std::array construction = {Timed{.rate = {.name = name + ", construction",
                                                  .settings = {{"scale", to_text(scale)}},
                                                  .amount = 1,
                                                  .unit = "1/s"},
                                         .once = [=] { const DiscreteLaplace made(scale); }}};
  append(measurements, timed(construction, length));
  return measurements;
}

std::vector<Measurement> gaussian_speeds(double sigma, const RaceLength& length) {
  const Rational variance = rational_at_least(sigma * sigma);
  const std::string name = fmt::format("gaussian, sigma {:g}", sigma);
  const DiscreteGaussian noise(variance);
  check_law(noise, test::discrete_gaussian_law(variance.value()), name);
  const std::array entries = {one_by_one([=](RandomStream& stream) {
                                return std::int64_t{exact_discrete_gaussian(variance, stream)};
                              }),
                              timed_rows(name, noise, 1000, "best")};
  return timed(entries, length, "exact draws one by one");
}

std::vector<Measurement> release_speeds(std::size_t topics, std::uint32_t words,
                                        const RaceLength& length) {
  const DiscreteLaplace noise({2, 1});
  TopicTable counts(topics, words);
  TopicTable released(topics, words);
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::size_t k = 0; k < topics; ++k)
      counts.column(word)[k] = static_cast<std::int32_t>((word + k) % 7);
  }
  ThreadPool one(1);
  ThreadPool two(2);
  std::uint32_t number = 0;
  std::vector<Timed> entries;
  for (ThreadPool* pool : {&one, &two}) {
    release(counts, noise, 0, random(), *pool, released);
    std::vector<std::int32_t> row(topics);
    for (std::uint32_t word = 0; word < words; ++word) {
      noise.draw(row, random(), {.purpose = Purpose::kNoise, .document = word});
      for (std::size_t k = 0; k < topics; ++k)
        require(released.column(word)[k] == counts.column(word)[k] + row[k], "a release");
    }
    Rate rate = cells_rate("release", static_cast<double>(topics * words));
    rate.settings = {{"topics", whole(topics)}, {"words", words}, {"threads", pool->threads()}};
    rate.timed_by = TimedBy::kWall;
    entries.push_back({.rate = rate, .once = [&, pool] {
                         release(counts, noise, ++number, random(), *pool, released);
                       }});
  }
  return timed(entries, length);
}

std::vector<Measurement> weight_speeds(const RaceLength& length) {
  const ClippedDraw draw(100, 0.1, 2.5);
  std::vector<std::int32_t> released(1000);
  for (std::size_t k = 0; k < released.size(); ++k)
    released[k] = static_cast<std::int32_t>(k) - 100;
  std::vector<std::uint32_t> weights(released.size());
  std::vector<Timed> entries;
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    draw.weights(released, weights);
    use_instruction_set("best");
    for (std::size_t k = 0; k < released.size(); ++k)
      require(weights[k] == draw.weight(released[k]), "weights on " + set);
    entries.push_back({.rate = cells_rate("weights of bounded draws", 1000, set),
                       .once = [&] { draw.weights(released, weights); },
                       .set = set});
  }
  return timed(entries, length);
}

std::vector<Measurement> all_noise(bool quick) {
  const RaceLength length = race_length(quick);
  std::vector<Measurement> rows = block_speeds(length);
  const std::vector<Rational> scales = {{2, 1}, {1, 2}, {20, 1}, {800, 1}, {1000, 1}};
  for (std::size_t i = 0; i < (quick ? 1 : scales.size()); ++i)
    append(rows, laplace_speeds(scales[i], length));
  const std::vector<double> sigmas = {22.34, 146.8, 1000.0};
  for (std::size_t i = 0; i < (quick ? 1 : sigmas.size()); ++i)
    append(rows, gaussian_speeds(sigmas[i], length));
  append(rows, release_speeds(50, 1000, length));
  if (!quick) append(rows, release_speeds(1000, 12419, length));
  append(rows, weight_speeds(length));
  return rows;
}

}  // namespace

SuitePart noise_part(bool quick) {
  return {.name = "noise", .measure = [=] { return all_noise(quick); }};
}

}  // namespace dplda::bench
