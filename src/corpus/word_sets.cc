#include "corpus/word_sets.h"

#include <algorithm>
#include <array>

namespace dplda {

namespace {

constexpr std::size_t kTile = 8;      // 64-bit words that are counted side by side
constexpr unsigned kPlanes = 8;       // bits of a counter
constexpr std::uint64_t kFull = 255;  // the most that such a counter holds
constexpr std::uint64_t kRowsAtOnce = 64 * kFull;

// Adds the ones of up to kFull rows. 64 * Width counters stand bit by bit in planes: adding a row
// is a chain of half adders, for all of them at once.
template <std::size_t Width>
void count_ones(const std::uint64_t* rows, std::size_t stride, std::uint64_t count,
                std::uint64_t* totals) {
  std::array<std::array<std::uint64_t, Width>, kPlanes> planes{};
  for (std::uint64_t m = 0; m < count; ++m) {
    std::array<std::uint64_t, Width> carry;
    std::copy_n(rows + m * stride, Width, carry.begin());
    for (auto& plane : planes) {
      for (std::size_t i = 0; i < Width; ++i) {
        const std::uint64_t sum = plane[i] ^ carry[i];
        carry[i] &= plane[i];
        plane[i] = sum;
      }
    }
  }
  for (std::size_t i = 0; i < Width; ++i) {
    for (unsigned p = 0; p < kPlanes; ++p) {
      for (unsigned bit = 0; bit < 64; ++bit)
        totals[64 * i + bit] += (planes[p][i] >> bit & 1) << p;
    }
  }
}

}  // namespace

WordSets WordSets::from_corpus(const Corpus& corpus) {
  WordSets sets(corpus.words());
  sets.documents_ = corpus.documents();
  sets.bits_.resize(sets.documents_ * sets.stride_);
  for (std::uint64_t m = 0; m < sets.documents_; ++m)
    set_words(sets.row(m), corpus.document(m).words);
  return sets;
}

void WordSets::append(std::span<const std::uint64_t> row) {
  bits_.insert(bits_.end(), row.begin(), row.end());
  ++documents_;
}

void WordSets::reserve(std::uint64_t documents) { bits_.reserve(documents * stride_); }

std::vector<std::uint64_t> WordSets::frequencies(ThreadPool& pool) const {
  const std::uint64_t chunks = (documents_ + kRowsAtOnce - 1) / kRowsAtOnce;
  std::vector<std::vector<std::uint64_t>> totals(static_cast<std::size_t>(pool.threads()));
  pool.for_each(chunks, [&](std::size_t chunk, int worker) {
    std::vector<std::uint64_t>& mine = totals[static_cast<std::size_t>(worker)];
    mine.resize(64 * stride_);
    const std::uint64_t last = std::min(documents_, (chunk + 1) * kRowsAtOnce);
    for (std::uint64_t first = chunk * kRowsAtOnce; first < last; first += kFull) {
      const std::uint64_t count = std::min(kFull, last - first);
      const std::uint64_t* rows = bits_.data() + first * stride_;
      std::size_t i = 0;
      for (; i + kTile <= stride_; i += kTile)
        count_ones<kTile>(rows + i, stride_, count, mine.data() + 64 * i);
      for (; i < stride_; ++i) count_ones<1>(rows + i, stride_, count, mine.data() + 64 * i);
    }
  });
  std::vector<std::uint64_t> sum(words_);
  for (const auto& part : totals) {
    for (std::size_t t = 0; t < sum.size() && !part.empty(); ++t) sum[t] += part[t];
  }
  return sum;
}

void set_words(std::span<std::uint64_t> row, std::span<const std::int32_t> words) {
  std::fill(row.begin(), row.end(), 0);
  for (const std::int32_t word : words) {
    const auto t = static_cast<std::size_t>(word);
    row[t / 64] |= std::uint64_t{1} << (t % 64);
  }
}

}  // namespace dplda
