#include "collect/reconstruction.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace dplda {
namespace {

// Reads one word's draws in order, many at a time: the numbers of a RandomStream.
class WordCoins {
 public:
  void start(const RandomStreams& random, std::uint32_t word) {
    random_ = &random;
    at_ = {.purpose = Purpose::kReconstruction, .document = word};
    used_ = draws_.size();
  }
  std::uint64_t next() {
    if (used_ == draws_.size()) {
      random_->draws(at_, draws_);
      at_.position += draws_.size();
      used_ = 0;
    }
    return draws_[used_++];
  }
  // Exactly uniform.
  std::uint64_t below(std::uint64_t bound) {
    std::uint64_t result = 0;
    while (!uniform_below(next(), bound, result)) {
    }
    return result;
  }

 private:
  const RandomStreams* random_ = nullptr;
  RandomPosition at_{.purpose = Purpose::kReconstruction};
  std::array<std::uint64_t, 128> draws_;
  std::size_t used_ = 0;
};

// The 64 words that share a 64-bit column of the rows. A word is either thinned, its candidates the
// rows that have it, or filled, its candidates the others. Each candidate in turn is chosen with
// probability needed / remaining: every set of the right size is equally likely.
class ColumnBlock {
 public:
  ColumnBlock(const WordSets& sets, std::size_t block, std::span<const std::uint64_t> frequencies,
              std::span<const double> estimates, const RandomStreams& random);

  void apply(WordSets& sets);

 private:
  std::size_t block_;
  std::uint64_t active_ = 0;  // words with candidates still to be chosen
  std::uint64_t filled_ = 0;
  std::array<std::uint64_t, 64> needed_{};
  std::array<std::uint64_t, 64> remaining_{};
  std::array<WordCoins, 64> coins_;
};

ColumnBlock::ColumnBlock(const WordSets& sets, std::size_t block,
                         std::span<const std::uint64_t> frequencies,
                         std::span<const double> estimates, const RandomStreams& random)
    : block_(block) {
  const std::uint64_t rows = sets.documents();
  for (std::size_t lane = 0; lane < 64 && block * 64 + lane < sets.words(); ++lane) {
    const std::size_t word = block * 64 + lane;
    coins_[lane].start(random, static_cast<std::uint32_t>(word));
    const double clamped = std::clamp(estimates[word], 0.0, static_cast<double>(rows));
    const double whole = std::floor(clamped);
    const double uniform = static_cast<double>(coins_[lane].next() >> 11) * 0x1p-53;
    const std::uint64_t target =
        static_cast<std::uint64_t>(whole) + (uniform < clamped - whole ? 1 : 0);
    const std::uint64_t bit = std::uint64_t{1} << lane;
    const std::uint64_t present = frequencies[word];
    if (target == present) continue;
    active_ |= bit;
    if (target > present) filled_ |= bit;
    needed_[lane] = target > present ? target - present : present - target;
    remaining_[lane] = target > present ? rows - present : present;
  }
}

void ColumnBlock::apply(WordSets& sets) {
  for (std::uint64_t row = 0; row < sets.documents() && active_ != 0; ++row) {
    std::uint64_t& bits = sets.row(row)[block_];
    for (std::uint64_t candidates = (bits ^ filled_) & active_; candidates != 0;
         candidates &= candidates - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(candidates));
      if (coins_[lane].below(remaining_[lane]--) >= needed_[lane]) continue;
      bits ^= std::uint64_t{1} << lane;
      if (--needed_[lane] == 0) active_ &= ~(std::uint64_t{1} << lane);
    }
  }
}

}  // namespace

void reconstruct(WordSets& sets, std::span<const double> estimates, const RandomStreams& random,
                 ThreadPool& pool) {
  const std::vector<std::uint64_t> frequencies = sets.frequencies(pool);
  pool.for_each((sets.words() + 63) / 64, [&](std::size_t block, int) {
    ColumnBlock(sets, block, frequencies, estimates, random).apply(sets);
  });
}

Corpus corpus_of(const WordSets& sets, Vocabulary vocabulary, Preparation preparation) {
  std::vector<std::int64_t> offsets = {0};
  offsets.reserve(sets.documents() + 1);
  std::int64_t tokens = 0;
  for (std::uint64_t row = 0; row < sets.documents(); ++row) {
    for (const std::uint64_t bits : sets.row(row)) tokens += std::popcount(bits);
    offsets.push_back(tokens);
  }
  std::vector<std::int32_t> words;
  words.reserve(static_cast<std::size_t>(tokens));
  for (std::uint64_t row = 0; row < sets.documents(); ++row) {
    each_word(sets.row(row),
              [&](std::uint32_t word) { words.push_back(static_cast<std::int32_t>(word)); });
  }
  std::vector<std::int32_t> counts(words.size(), 1);
  return Corpus(std::move(vocabulary), std::move(offsets), std::move(words), std::move(counts),
                std::move(preparation), "the rebuilt corpus");
}

}  // namespace dplda
