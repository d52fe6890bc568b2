// What the sparse kernel keeps of the document that it sweeps: the live counts in the forms in
// which it reads them, and the draws.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "lda/sparse_law.h"
#include "lda/token_sequences.h"

namespace dplda {

struct SparseDocument {
  static constexpr std::size_t kDraws = 512;

  // No tokens.
  explicit SparseDocument(const SparseLaw& law)
      : factors(law.stride()),
        cell_sums(law.longest_word() + SparseWord::kSumsPadding),
        floor_sums(law.floor_base_sums()),
        floor_total(law.floor_base_total()),
        draws(kDraws) {}

  void add(const SparseLaw& law, std::size_t topic) {
    const SparseLaw::Factor factor = law.factors()[topic];
    factors[topic] += factor.step;
    add_floor(topic, std::uint64_t{factor.floor} * factor.step);
  }
  void remove(const SparseLaw& law, std::size_t topic) {
    const SparseLaw::Factor factor = law.factors()[topic];
    factors[topic] -= factor.step;
    add_floor(topic, 0 - std::uint64_t{factor.floor} * factor.step);
  }

  // REQUIRES: no tokens; `words` not empty.
  void start(const SparseLaw& law, std::span<const std::uint32_t> its_words,
             std::span<Topic> its_topics, const StreamPosition& its_start) {
    words = its_words;
    topics = its_topics;
    at = its_start;
    position = 0;
    for (const Topic topic : topics) add(law, topic);
  }
  // Takes all tokens out again.
  void finish(const SparseLaw& law) {
    for (const Topic topic : topics) factors[topic] = 0;
    for (std::size_t level = 0; level < floor_sums.size(); ++level)
      std::copy(law.floor_base_sums()[level].begin(), law.floor_base_sums()[level].end(),
                floor_sums[level].begin());
    floor_total = law.floor_base_total();
  }
  std::size_t left() const { return words.size() - position; }

  std::size_t levels() const { return floor_sums.size(); }
  const std::uint64_t* sums_at(std::size_t level) const { return floor_sums[level].data(); }

  // The uniform number below `total` of the token at `position`.
  std::uint64_t target(const Streams& streams, std::uint64_t total) {
    const std::size_t in_block = position % kDraws;
    if (in_block == 0) {
      at.position = position;
      const std::size_t needed = (std::min(kDraws, left()) + 7) / 8 * 8;
      streams.draws(at, std::span(draws).first(needed));
    }
    std::uint64_t result;
    StreamPosition again = at;
    again.position = position;
    for (std::uint64_t x = draws[in_block]; !uniform_below(x, total, result);) {
      ++again.retry;
      x = streams.draw(again);
    }
    return result;
  }

  std::vector<std::uint32_t> factors;    // step * n, by topic
  std::vector<std::uint64_t> cell_sums;  // of the word in hand
  std::uint64_t cells_total = 0;
  // floor * (base + step * n): sums by 16, 256, ... topics.
  std::vector<std::vector<std::uint64_t>> floor_sums;
  std::uint64_t floor_total;

  std::span<const std::uint32_t> words;
  std::span<Topic> topics;
  std::size_t position = 0;
  StreamPosition at{};
  std::vector<std::uint64_t> draws;

 private:
  void add_floor(std::size_t topic, std::uint64_t weight) {
    floor_total += weight;
    for (std::vector<std::uint64_t>& sums : floor_sums)
      sums[topic /= SparseCells::kCells] += weight;
  }
};

}  // namespace dplda
