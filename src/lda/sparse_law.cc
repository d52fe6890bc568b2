#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lda/sparse_law.cc"
#include <hwy/foreach_target.h>
// Highway compiles what follows once for every instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "lda/sparse_law.h"

HWY_BEFORE_NAMESPACE();
namespace dplda {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::CappedTag<std::uint32_t, SparseCells::kCells>;

// Gathers the cells above the floor; returns how many there are. REQUIRES: room for all topics and
// a vector more.
std::size_t gather_cells(const std::uint32_t* HWY_RESTRICT column,
                         const std::uint32_t* HWY_RESTRICT floor, std::size_t stride,
                         std::uint32_t* HWY_RESTRICT excess, std::uint32_t* HWY_RESTRICT topic) {
  const D32 d;
  std::size_t size = 0;
  for (std::size_t k = 0; k < stride; k += hn::Lanes(d)) {
    const auto difference = hn::Sub(hn::LoadU(d, column + k), hn::LoadU(d, floor + k));
    const auto above = hn::Ne(difference, hn::Zero(d));
    // Compressed in a register and stored whole: storing compressed is slow on some machines.
    hn::StoreU(hn::Compress(difference, above), d, excess + size);
    hn::StoreU(hn::Compress(hn::Iota(d, static_cast<std::uint32_t>(k)), above), d, topic + size);
    size += hn::CountTrue(d, above);
  }
  return size;
}

void lower_to(const std::uint32_t* HWY_RESTRICT column, std::uint32_t* HWY_RESTRICT floor,
              std::size_t stride) {
  const D32 d;
  for (std::size_t k = 0; k < stride; k += hn::Lanes(d))
    hn::StoreU(hn::Min(hn::LoadU(d, floor + k), hn::LoadU(d, column + k)), d, floor + k);
}

}  // namespace HWY_NAMESPACE
}  // namespace dplda
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dplda {

HWY_EXPORT(gather_cells);
HWY_EXPORT(lower_to);

namespace {

constexpr std::uint32_t kWordsPerPiece = 128;
constexpr std::size_t kCells = SparseCells::kCells;

std::size_t groups_of(std::size_t count) { return (count + kCells - 1) / kCells; }
std::size_t pieces_of(std::uint32_t words) { return (words + kWordsPerPiece - 1) / kWordsPerPiece; }

// A[word][k] for all topics; what is left over of `out` stays as it is.
void read_column(const SnapshotLaw& law, std::uint32_t word, std::span<std::uint32_t> out) {
  law.copy_column(word, out);
}

// min over words of A, by topic, padded with zeros.
std::vector<std::uint32_t> floor_of(const SnapshotLaw& law, std::size_t stride, ThreadPool& pool) {
  std::vector<std::vector<std::uint32_t>> least(
      static_cast<std::size_t>(pool.threads()),
      std::vector<std::uint32_t>(stride, std::numeric_limits<std::uint32_t>::max()));
  std::vector<std::vector<std::uint32_t>> columns(least.size(), std::vector<std::uint32_t>(stride));
  pool.for_each(pieces_of(law.words()), [&](std::size_t piece, int worker) {
    std::vector<std::uint32_t>& column = columns[static_cast<std::size_t>(worker)];
    const auto first = static_cast<std::uint32_t>(piece) * kWordsPerPiece;
    for (std::uint32_t word = first; word < std::min(law.words(), first + kWordsPerPiece); ++word) {
      read_column(law, word, column);
      HWY_DYNAMIC_DISPATCH(lower_to)
      (column.data(), least[static_cast<std::size_t>(worker)].data(), stride);
    }
  });
  for (const std::vector<std::uint32_t>& other : least) {
    for (std::size_t k = 0; k < stride; ++k) least[0][k] = std::min(least[0][k], other[k]);
  }
  return least[0];
}

// The sums of each 16 of `values`, padded with zeros to whole groups.
std::vector<std::uint64_t> sums_by_sixteen(std::span<const std::uint64_t> values) {
  std::vector<std::uint64_t> sums(groups_of(groups_of(values.size())) * kCells);
  for (std::size_t i = 0; i < values.size(); ++i) sums[i / kCells] += values[i];
  return sums;
}

// The gathered cells as SparseCells, the last filled up with cells that weigh nothing.
void pack(std::span<const std::uint32_t> excess, std::span<const std::uint32_t> topic,
          SparseCells* out) {
  for (std::size_t i = 0; i < groups_of(excess.size()) * kCells; ++i) {
    const bool inside = i < excess.size();
    out[i / kCells].excess[i % kCells] = inside ? excess[i] : 0;
    out[i / kCells].topic[i % kCells] = inside ? static_cast<Topic>(topic[i]) : Topic{0};
  }
}

// Appends the running sums of excess * base, and returns the last.
std::uint64_t append_sums(std::span<const SparseCells> cells, std::span<const std::uint32_t> base,
                          std::vector<std::uint64_t>& sums) {
  std::uint64_t sum = 0;
  for (const SparseCells& sixteen : cells) {
    for (std::size_t i = 0; i < kCells; ++i)
      sum += std::uint64_t{sixteen.excess[i]} * base[sixteen.topic[i]];
    sums.push_back(sum);
  }
  return sum;
}

}  // namespace

struct SparseLaw::Scratch {
  explicit Scratch(std::size_t stride)
      : column(stride), excess(stride + kCells), topic(stride + kCells) {}
  std::vector<std::uint32_t> column;
  std::vector<std::uint32_t> excess;
  std::vector<std::uint32_t> topic;
  std::vector<SparseCells> cells;   // of the piece
  std::vector<std::uint64_t> sums;  // of the piece
};

void SparseLaw::build(const SnapshotLaw& law, ThreadPool& pool) {
  topics_ = law.topics();
  const std::size_t stride = groups_of(topics_) * kCells;
  set_factors(law, floor_of(law, stride, pool));
  words_.resize(law.words());
  pieces_.resize(pieces_of(law.words()));
  std::vector<Scratch> scratch(static_cast<std::size_t>(pool.threads()), Scratch(stride));
  pool.for_each(pieces_.size(), [&](std::size_t piece, int worker) {
    const auto first = static_cast<std::uint32_t>(piece) * kWordsPerPiece;
    build_piece(law, first, std::min(law.words(), first + kWordsPerPiece), pieces_[piece],
                scratch[static_cast<std::size_t>(worker)]);
  });
  longest_word_ = 0;
  for (const Piece& piece : pieces_) longest_word_ = std::max(longest_word_, piece.longest);
}

void SparseLaw::set_factors(const SnapshotLaw& law, std::span<const std::uint32_t> floor) {
  floor_.assign(floor.begin(), floor.end());
  factors_.assign(floor.size(), {});
  base_.assign(floor.size(), 0);
  floor_base_.assign(floor.size(), 0);
  floor_base_total_ = 0;
  for (std::size_t k = 0; k < topics_; ++k) {
    factors_[k] = {static_cast<std::uint32_t>(law.step()[k]), floor[k]};
    base_[k] = static_cast<std::uint32_t>(law.base()[k]);
    floor_base_[k] = law.base()[k] * floor[k];
    floor_base_total_ += floor_base_[k];
  }
  floor_base_sums_.clear();
  for (std::size_t size = floor.size(); size > kCells; size = groups_of(size)) {
    floor_base_sums_.push_back(sums_by_sixteen(
        floor_base_sums_.empty() ? floor_base_
                                 : std::span<const std::uint64_t>(floor_base_sums_.back())));
  }
}

void SparseLaw::build_piece(const SnapshotLaw& law, std::uint32_t first, std::uint32_t last,
                            Piece& piece, Scratch& scratch) {
  std::size_t cells_used = 0;
  scratch.sums.clear();
  for (std::uint32_t t = first; t < last; ++t) {
    read_column(law, t, scratch.column);
    const std::size_t most = stride() / kCells;
    if (scratch.cells.size() < cells_used + most) scratch.cells.resize(2 * (cells_used + most));
    SparseCells* cells = scratch.cells.data() + cells_used;
    const std::size_t above =
        HWY_DYNAMIC_DISPATCH(gather_cells)(scratch.column.data(), floor_.data(), stride(),
                                           scratch.excess.data(), scratch.topic.data());
    pack(std::span(scratch.excess).first(above), std::span(scratch.topic).first(above), cells);
    SparseWord& word = words_[t];
    word.size = groups_of(above);
    word.prior_total = append_sums({cells, word.size}, base_, scratch.sums);
    cells_used += word.size;
  }
  piece.cells.assign(scratch.cells.begin(),
                     scratch.cells.begin() + static_cast<std::ptrdiff_t>(cells_used));
  piece.sums = scratch.sums;
  piece.longest = 0;
  const SparseCells* cells = piece.cells.data();
  const std::uint64_t* sums = piece.sums.data();
  for (std::uint32_t t = first; t < last; ++t) {
    words_[t].cells = std::exchange(cells, cells + words_[t].size);
    words_[t].prior_sums = std::exchange(sums, sums + words_[t].size);
    piece.longest = std::max(piece.longest, words_[t].size);
  }
}

std::size_t SparseLaw::bytes() const {
  std::size_t bytes = words_.capacity() * sizeof(SparseWord);
  for (const Piece& piece : pieces_) {
    bytes += sizeof piece + piece.cells.capacity() * sizeof(SparseCells) +
             piece.sums.capacity() * sizeof(std::uint64_t);
  }
  return bytes;
}

}  // namespace dplda
#endif  // HWY_ONCE
