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

NoiseTable::NoiseTable(std::span<const Wide> thresholds, Tail tail)
    : guide_(std::size_t{1} << kGuideBits), tail_(std::move(tail)) {
  for (const Wide threshold : thresholds) {
    high_.push_back(static_cast<std::uint64_t>(threshold >> 64));
    low_.push_back(static_cast<std::uint64_t>(threshold));
  }
  high_.push_back(0);
  std::size_t above = thresholds.size();
  for (std::size_t g = 0; g < guide_.size(); ++g) {
    // The draws of this entry are those below `end`: thresholds from there on are above them all.
    const std::uint64_t end = (g + 1) << (kHighBits - kGuideBits);
    while (above > 0 && high_[above - 1] < end) --above;
    guide_[g] = static_cast<std::uint16_t>(above);
  }
}

void NoiseTable::draw(std::span<std::int32_t> out, const Streams& streams,
                      StreamPosition at) const {
  if (at.document >= kRows || out.size() > std::size_t{1} << kCellBits) {
    throw InputError(fmt::format(
        "row {} of noise with {} cells; use rows below 2^32 and at most 2^16 cells in each",
        at.document, out.size()));
  }
  std::array<std::uint64_t, 128> words;
  for (std::size_t begin = 0; begin < out.size(); begin += words.size()) {
    const std::size_t cells = std::min(words.size(), out.size() - begin);
    at.position = begin;
    streams.draws(at, std::span(words).first((cells + 7) / 8 * 8));
    for (std::size_t k = 0; k < cells; ++k) {
      // One bit for the sign, 63 for the magnitude: the number of thresholds above the draw.
      const std::uint64_t draw = words[k] >> 1;
      std::size_t magnitude = guide_[draw >> (kHighBits - kGuideBits)];
      while (draw < high_[magnitude]) ++magnitude;
      if (draw == high_[magnitude] || magnitude == size()) [[unlikely]] {
        at.position = begin + k;
        magnitude = settled(draw, magnitude, streams, at);
      }
      const auto value = static_cast<std::int32_t>(magnitude);
      out[begin + k] = (words[k] & 1) == 1 ? -value : value;
    }
  }
}

std::size_t NoiseTable::settled(std::uint64_t draw, std::size_t magnitude, const Streams& streams,
                                StreamPosition at) const {
  if (magnitude < size()) {
    at.retry = 1;
    const std::uint64_t low = streams.draw(at);
    while (magnitude < size() && draw == high_[magnitude] && low < low_[magnitude]) ++magnitude;
    if (magnitude < size()) return magnitude;
  }
  Stream stream(streams, Purpose::kNoiseTail, at.sweep, at.document << kCellBits | at.position);
  const std::uint64_t result = tail_(size(), stream);
  if (result > std::numeric_limits<std::int32_t>::max()) {
    throw SystemError("a noise draw left 32 bits; start again with another key");
  }
  return result;
}

}  // namespace dplda
