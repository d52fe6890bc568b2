#include "recipes/released_tables.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/errors.h"

namespace dplda {

namespace {

std::vector<std::int64_t> cells_of(const TopicTable& table) {
  std::vector<std::int64_t> cells;
  cells.reserve(table.words() * table.topics());
  for (std::uint32_t word = 0; word < table.words(); ++word)
    cells.insert(cells.end(), table.column(word).begin(), table.column(word).end());
  return cells;
}

}  // namespace

void witness_table(const Workbench& bench, std::uint32_t number, const TopicTable& counts,
                   const TopicTable& released) {
  if (bench.witness == nullptr) return;
  const std::vector<std::int64_t> exact = cells_of(counts);
  bench.witness->on_release({.name = kTableRelease,
                             .number = number,
                             .columns = released.topics(),
                             .cells = cells_of(released),
                             .counts = TrueCounts(exact)});
}

void show(std::span<const std::int64_t> table, TopicTable& shown) {
  const std::size_t topics = shown.topics();
  for (std::uint32_t word = 0; word < shown.words(); ++word) {
    for (std::size_t k = 0; k < topics; ++k) {
      shown.column(word)[k] = static_cast<std::int32_t>(
          std::clamp<std::int64_t>(table[word * topics + k], INT32_MIN, INT32_MAX));
    }
  }
}

void ReleaseMean::add(const TopicTable& released) {
  ++sums_[0];
  std::int64_t* next = &sums_[1];
  for (std::uint32_t word = 0; word < released.words(); ++word) {
    for (const std::int32_t cell : released.column(word)) *next++ += cell;
  }
}

void ReleaseMean::restore(const StateReader& state) {
  std::vector<std::int64_t> sums = state.get<std::int64_t>("released_sums", sums_.size());
  if (sums[0] < 0) state.refuse("its releases are damaged");
  sums_ = std::move(sums);
}

ReleasingMethod::ReleasingMethod(const Workbench& bench, Chain chain, Prior prior)
    : ChainMethod(std::move(chain), std::move(prior)),
      bench_(bench),
      released_(prior_.topics(), chain_.tokens.vocabulary()),
      mean_(released_.topics(), released_.words()) {}

void ReleasingMethod::save(StateWriter& state) const {
  ChainMethod::save(state);
  mean_.save(state);
}

void ReleasingMethod::restore(const StateReader& state) {
  ChainMethod::restore(state);
  mean_.restore(state);
}

std::vector<double> word_sums(const ReleaseMean& mean) {
  std::vector<double> sums(mean.words());
  for (std::uint32_t word = 0; word < mean.words(); ++word) {
    for (std::size_t k = 0; k < mean.topics(); ++k) sums[word] += mean.cell(word, k);
  }
  return sums;
}

namespace {

// cell(word, topic): what is left of a count.
template <class Cell>
Published published(const Cell& cell, std::size_t topics, std::uint32_t words, double beta) {
  std::vector<double> totals(topics);
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::size_t k = 0; k < topics; ++k) totals[k] += cell(word, k);
  }
  const double all = std::accumulate(totals.begin(), totals.end(), 0.0);
  Published result{std::vector<float>(topics * words), std::vector<float>(topics)};
  constexpr std::uint32_t kBlock = 16;  // words whose cells of one topic fill a line of the cache
  for (std::uint32_t first = 0; first < words; first += kBlock) {
    const std::uint32_t end = std::min(words, first + kBlock);
    for (std::size_t k = 0; k < topics; ++k) {
      const double total = totals[k] + words * beta;
      for (std::uint32_t word = first; word < end; ++word)
        result.phi[k * words + word] = static_cast<float>((cell(word, k) + beta) / total);
    }
  }
  for (std::size_t k = 0; k < topics; ++k) {
    // Where nothing is left above the noise, every topic is as good as another.
    result.prevalence[k] =
        static_cast<float>(all > 0 ? totals[k] / all : 1.0 / static_cast<double>(topics));
  }
  return result;
}

}  // namespace

Published published_from(std::span<const double> cells, std::size_t topics, std::uint32_t words,
                         double beta) {
  return published([&](std::uint32_t word, std::size_t k) { return cells[word * topics + k]; },
                   topics, words, beta);
}

Published published_from(const ThresholdedMean& mean, std::size_t topics, std::uint32_t words,
                         double beta) {
  return published([&](std::uint32_t word, std::size_t k) { return mean.cell(word, k); }, topics,
                   words, beta);
}

}  // namespace dplda
