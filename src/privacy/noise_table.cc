#include "privacy/noise_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/errors.h"

namespace dplda {
namespace {

// Weights are summed in units of 2^-110, so that twice 2^16 of them stay below 2^127.
constexpr int kWeightShift = kFixedBits - 110;
constexpr std::uint64_t kMostWeights = std::uint64_t{1} << 16;

constexpr int kHighBits = 63;
constexpr int kGuideBits = 12;

constexpr std::uint64_t kRows = std::uint64_t{1} << 32;
constexpr int kCellBits = 16;

constexpr std::size_t kWidePerBlock = 8;
constexpr std::size_t kNarrowPerBlock = 32;
// Of the 127 bits of a narrow draw, those after the first 15, and those after 64 more.
constexpr int kAfterHead = kThresholdBits - kNarrowBits;
constexpr int kAfterTie = kAfterHead - 64;

// Calls use(place, words) with the words of consecutive blocks of one row, of which `place` is the
// first, until all `blocks` of all rows from at.document on were used. Blocks of many rows are
// drawn together, so that short rows leave no lane idle.
template <class Use>
void for_blocks(std::size_t rows, std::size_t blocks, const RandomStreams& random,
                const RandomPosition& at, const Use& use) {
  std::array<BlockPlace, kMostBlocks> places;
  std::array<std::uint64_t, 8 * kMostBlocks> words;
  BlockPlace next{.counter = 0, .document = static_cast<std::uint32_t>(at.document)};
  for (std::size_t left = rows * blocks; left > 0;) {
    const std::size_t count = std::min(left, kMostBlocks);
    left -= count;
    for (std::size_t i = 0; i < count; ++i) {
      places[i] = next;
      if (++next.counter == blocks) next = {.counter = 0, .document = next.document + 1};
    }
    chacha20_blocks_at(random.key(), at, std::span(places).first(count),
                       std::span(words).first(8 * count));
    for (std::size_t i = 0; i < count;) {
      const std::size_t run = std::min(count - i, blocks - places[i].counter);
      use(places[i], std::span<const std::uint64_t>(words).subspan(8 * i, 8 * run));
      i += run;
    }
  }
}

}  // namespace

std::vector<Wide> noise_thresholds(const std::function<Wide(std::uint64_t)>& exponent,
                                   std::uint64_t denominator, int tail_bits) {
  const auto weight = [&](std::uint64_t m) {
    return fixed_exp(exponent(m), denominator) >> kWeightShift;
  };
  if (weight(kMostWeights - 1) != 0) return {};
  // above[m]: the weights of m + 1, m + 2, ...; the last one is 0.
  std::vector<Wide> above;
  for (std::uint64_t m = 1; above.empty() || above.back() != 0; ++m) above.push_back(weight(m));
  for (std::size_t m = above.size() - 1; m-- > 0;) above[m] += above[m + 1];
  const Wide total = weight(0) + 2 * above[0];

  const Wide least = Wide{1} << (kThresholdBits - tail_bits);
  std::vector<Wide> thresholds;
  for (const Wide weights : above) {
    const Wide threshold = fixed_quotient(2 * weights, total, kThresholdBits);
    if (threshold < least) break;
    thresholds.push_back(threshold);
  }
  return thresholds;
}

NoiseTable::NoiseTable(std::span<const Wide> thresholds, Tail tail, CellBits bits)
    : thresholds_(thresholds.begin(), thresholds.end()), tail_(std::move(tail)) {
  std::vector<std::uint16_t> heads;
  for (const Wide threshold : thresholds)
    heads.push_back(static_cast<std::uint16_t>(threshold >> kAfterHead));
  const auto decided = std::find(heads.begin(), heads.end(), 0) - heads.begin();
  if (bits == CellBits::k16 && size() > 0 && decided <= kMostNarrow) {
    narrow_.emplace(heads);
    return;
  }
  for (const Wide threshold : thresholds)
    high_.push_back(static_cast<std::uint64_t>(threshold >> 64));
  high_.push_back(0);
  guide_.resize(std::size_t{1} << kGuideBits);
  std::size_t above = size();
  for (std::size_t g = 0; g < guide_.size(); ++g) {
    // The draws of this entry are those below `end`: thresholds from there on are above them all.
    const std::uint64_t end = (g + 1) << (kHighBits - kGuideBits);
    while (above > 0 && high_[above - 1] < end) --above;
    guide_[g] = static_cast<std::uint16_t>(above);
  }
}

void NoiseTable::draw(std::span<std::int32_t> out, const RandomStreams& random,
                      RandomPosition at) const {
  std::fill(out.begin(), out.end(), 0);
  add({out.data(), out.data(), 1, out.size(), out.size()}, random, at);
}

void NoiseTable::add(const CountRows& rows, const RandomStreams& random, RandomPosition at) const {
  if (at.document >= kRows || rows.rows > kRows - at.document ||
      rows.cells > std::size_t{1} << kCellBits) {
    throw InputError(fmt::format(
        "row {} of noise with {} cells; use rows below 2^32 and at most 2^16 cells in each",
        at.document + rows.rows - 1, rows.cells));
  }
  const std::size_t per_block = narrow_ ? kNarrowPerBlock : kWidePerBlock;
  const std::size_t blocks = (rows.cells + per_block - 1) / per_block;
  const auto first_row = static_cast<std::uint32_t>(at.document);
  std::vector<Open> open;
  for_blocks(rows.rows, blocks, random, at, [&](const BlockPlace& place, auto words) {
    const std::size_t first = place.counter * per_block;
    const std::size_t cells = std::min(words.size() / 8 * per_block, rows.cells - first);
    const std::size_t offset = (place.document - first_row) * rows.stride + first;
    const Run run{.row = place.document,
                  .first = first,
                  .counts = {rows.counts + offset, cells},
                  .out = {rows.out + offset, cells},
                  .words = words};
    if (narrow_) {
      add_narrow_run(run, open);
    } else {
      add_wide_run(run, random, at);
    }
  });
  settle(open, random, at);
}

void NoiseTable::add_wide_run(const Run& run, const RandomStreams& random,
                              RandomPosition at) const {
  at.document = run.row;
  for (std::size_t k = 0; k < run.out.size(); ++k) {
    // One bit for the sign, 63 for the magnitude: the number of thresholds above the draw.
    const std::uint64_t draw = run.words[k] >> 1;
    std::size_t above = guide_[draw >> (kHighBits - kGuideBits)];
    while (draw < high_[above]) ++above;
    auto value = static_cast<std::int32_t>(above);
    if (draw == high_[above] || above == size()) [[unlikely]] {
      at.position = run.first + k;
      at.retry = 1;
      // Below all thresholds by 63 bits alone, others are not needed.
      const Wide whole = above == size() ? 0 : Wide{draw} << 64 | random.draw(at);
      value = magnitude(whole, above, random, at);
    }
    run.out[k] = saturated_sum(run.counts[k], (run.words[k] & 1) == 1 ? -value : value);
  }
}

void NoiseTable::add_narrow_run(const Run& run, std::vector<Open>& open) const {
  std::array<OpenCell, kNarrowPerBlock * kMostBlocks> left;
  const std::size_t count = add_narrow(*narrow_, run.words, run.counts, run.out, left);
  for (const auto [k, above] : std::span(left).first(count)) {
    const auto cell = static_cast<std::uint32_t>(run.first + k);
    open.push_back({.place = {.counter = cell, .document = run.row},
                    .out = &run.out[k],
                    .bits = static_cast<std::uint16_t>(run.words[k / 4] >> (16 * (k % 4))),
                    .above = above});
  }
}

void NoiseTable::settle(std::span<const Open> open, const RandomStreams& random,
                        RandomPosition at) const {
  at.retry = 1;
  for (; !open.empty(); open = open.subspan(std::min(open.size(), kMostBlocks))) {
    const std::size_t count = std::min(open.size(), kMostBlocks);
    std::array<BlockPlace, kMostBlocks> places;
    for (std::size_t i = 0; i < count; ++i) places[i] = open[i].place;
    std::array<std::uint64_t, 8 * kMostBlocks> words;
    chacha20_blocks_at(random.key(), at, std::span(places).first(count),
                       std::span(words).first(8 * count));
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t head = open[i].bits >> 1;
      const Wide draw = Wide{head} << kAfterHead | Wide{words[8 * i]} << kAfterTie |
                        words[8 * i + 1] >> (64 - kAfterTie);
      at.document = places[i].document;
      at.position = places[i].counter;
      const std::int32_t value = magnitude(draw, open[i].above, random, at);
      *open[i].out = saturated_sum(*open[i].out, (open[i].bits & 1) == 1 ? -value : value);
    }
  }
}

std::int32_t NoiseTable::magnitude(Wide draw, std::size_t above, const RandomStreams& random,
                                   const RandomPosition& at) const {
  std::uint64_t result = above;
  while (result < size() && draw < thresholds_[result]) ++result;
  if (result == size()) {
    RandomStream stream(random, Purpose::kNoiseTail, at.sweep,
                        at.document << kCellBits | at.position);
    result = tail_(size(), stream);
  }
  if (result > std::numeric_limits<std::int32_t>::max()) {
    throw SystemError("a noise draw left 32 bits; start again with another key");
  }
  return static_cast<std::int32_t>(result);
}

}  // namespace dplda
