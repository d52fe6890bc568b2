#include "lda/snapshot_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "base/errors.h"

namespace dplda {
namespace {

using Wide = unsigned __int128;

constexpr double kLargestWeight = 2147483647.0;  // 2^31 - 1
constexpr std::uint32_t kWordsPerRun = 256;

std::size_t pieces_of(std::uint32_t words) { return (words + kWordsPerRun - 1) / kWordsPerRun; }

// Calls work(piece, first word, last word + 1) for runs of words.
template <class Work>
void for_word_runs(std::uint32_t words, ThreadPool& pool, const Work& work) {
  pool.for_each(pieces_of(words), [&](std::size_t piece, int) {
    const auto first = static_cast<std::uint32_t>(piece) * kWordsPerRun;
    work(piece, first, std::min(words, first + kWordsPerRun));
  });
}

// REQUIRES: value >= 0, and below 2^32 by a half: there adding a half is exact to far less than a
// step.
std::uint32_t rounded_weight(double value) {
  return std::max<std::uint32_t>(
      1, static_cast<std::uint32_t>(value + 0.5));  // NOLINT(bugprone-incorrect-roundings)
}

// Cells of 32 bits in ascending order first, then lane by lane down the rows.
template <class Weight>
void pack(std::span<const std::uint32_t> weights, std::size_t rows, std::uint32_t* column) {
  constexpr std::size_t kLanes = SnapshotLaw::kLanes;
  static thread_local std::vector<std::uint32_t> cells;
  cells.assign(rows * kLanes, 0);
  auto* ascending = reinterpret_cast<std::uint8_t*>(cells.data());
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const auto weight = static_cast<Weight>(weights[k]);
    std::memcpy(ascending + k * sizeof weight, &weight, sizeof weight);
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (std::size_t row = 0; row < rows; ++row)
      column[row * kLanes + lane] = cells[lane * rows + row];
  }
}

SnapshotLaw plain_law(const Prior& prior, std::uint32_t words, std::uint64_t longest) {
  AlphaFractions alpha = alpha_fractions(prior.alpha, longest);
  std::vector<std::uint64_t> step(prior.topics(), alpha.denominator);
  SnapshotLaw law(words, std::move(alpha.numerators), std::move(step),
                  static_cast<std::uint32_t>(kLargestWeight));
  law.check_range(longest);
  return law;
}

}  // namespace

SnapshotLaw::SnapshotLaw(std::uint32_t words, std::vector<std::uint64_t> base,
                         std::vector<std::uint64_t> step, std::uint32_t largest)
    : words_(words),
      largest_(largest),
      bytes_(largest < (1u << 8)    ? 1
             : largest < (1u << 16) ? 2
                                    : 4),
      rows_((base.size() + kLanes * topics_per_cell() - 1) / (kLanes * topics_per_cell())),
      base_(std::move(base)),
      step_(std::move(step)),
      factor_of_(topics() + 1),
      packed_base_(factor_cells()),
      packed_step_(factor_cells()),
      cells_(column_cells() * words) {
  for (std::size_t k = 0; k < topics(); ++k) {
    factor_of_[k] = static_cast<std::uint32_t>(k % lane_topics() * kLanes + k / lane_topics());
  }
  factor_of_.back() = static_cast<std::uint32_t>(factor_cells() - 1);
  pack_factors();
}

void SnapshotLaw::pack_factors() {
  for (std::size_t k = 0; k < topics(); ++k) {
    packed_base_[factor_of_[k]] = static_cast<std::uint32_t>(base_[k]);
    packed_step_[factor_of_[k]] = static_cast<std::uint32_t>(step_[k]);
  }
}

SnapshotLaw::Place SnapshotLaw::place_of(std::size_t topic) const {
  const std::size_t in_lane = topic % lane_topics();
  return {.cell = in_lane / topics_per_cell() * kLanes + topic / lane_topics(),
          .shift = in_lane % topics_per_cell() * 8 * bytes_,
          .mask = UINT32_MAX >> (32 - 8 * bytes_)};
}

std::uint32_t SnapshotLaw::weight(std::uint32_t word, std::size_t topic) const {
  const Place place = place_of(topic);
  return packed(word)[place.cell] >> place.shift & place.mask;
}

void SnapshotLaw::set_weight(std::uint32_t word, std::size_t topic, std::uint32_t weight) {
  const Place place = place_of(topic);
  std::uint32_t& cell = packed(word)[place.cell];
  cell = (cell & ~(place.mask << place.shift)) | weight << place.shift;
}

void SnapshotLaw::copy_column(std::uint32_t word, std::span<std::uint32_t> out) const {
  const std::uint32_t* cells = packed(word);
  const std::size_t bits = 8 * bytes_;
  const std::uint32_t mask = UINT32_MAX >> (32 - bits);
  std::size_t k = 0;
  for (std::size_t lane = 0; k < topics(); ++lane) {
    for (std::size_t row = 0; row < rows_ && k < topics(); ++row) {
      const std::uint32_t cell = cells[row * kLanes + lane];
      const std::size_t last = std::min(k + topics_per_cell(), topics());
      for (std::size_t shift = 0; k < last; shift += bits) out[k++] = cell >> shift & mask;
    }
  }
}

void SnapshotLaw::set_column(std::uint32_t word, std::span<const std::uint32_t> weights) {
  switch (bytes_) {
    case 1:
      return pack<std::uint8_t>(weights, rows_, packed(word));
    case 2:
      return pack<std::uint16_t>(weights, rows_, packed(word));
    default:
      return pack<std::uint32_t>(weights, rows_, packed(word));
  }
}

void SnapshotLaw::set_factors(std::span<const std::uint64_t> base,
                              std::span<const std::uint64_t> step) {
  std::copy(base.begin(), base.end(), base_.begin());
  std::copy(step.begin(), step.end(), step_.begin());
  pack_factors();
}

Wide SnapshotLaw::largest_factors(std::uint64_t length) const {
  // One token adds at most the largest step.
  return std::accumulate(base_.begin(), base_.end(), Wide{0}) +
         Wide{*std::max_element(step_.begin(), step_.end())} * (Wide{length} + kSlack);
}

void SnapshotLaw::check_range(std::uint64_t longest) const {
  const Wide factors = largest_factors(longest);
  if (factors >= (Wide{1} << 32) || factors * largest_ >= (Wide{1} << 63)) {
    throw InputError(
        fmt::format("a document of {} tokens with {} topics and these priors is too long for the "
                    "exact draw; split the "
                    "longest documents or use a smaller `alpha`",
                    longest, topics()));
  }
}

bool SnapshotLaw::narrow(std::uint64_t length) const {
  return largest_factors(length) * largest_ < (Wide{1} << 31);
}

AlphaFractions alpha_fractions(std::span<const double> alpha, std::uint64_t longest) {
  const double sum = std::accumulate(alpha.begin(), alpha.end(), 0.0);
  const double room =
      4294967295.0 / (static_cast<double>(longest + SnapshotLaw::kSlack) + sum + 1.0);
  const auto fractions = [&](double denominator) {
    AlphaFractions result{.denominator = static_cast<std::uint64_t>(denominator), .numerators = {}};
    for (const double a : alpha) {
      result.numerators.push_back(
          std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(a * denominator))));
    }
    return result;
  };
  const auto exact = [&](double denominator) {
    return denominator <= room && std::all_of(alpha.begin(), alpha.end(), [&](double a) {
             const double numerator = std::round(a * denominator);
             return numerator >= 1 && std::abs(a * denominator - numerator) <= 1e-12 * numerator;
           });
  };
  for (int denominator = 1; denominator <= 1000; ++denominator) {
    if (exact(denominator)) return fractions(denominator);
  }
  for (const double denominator : {1e4, 1e5, 1e6}) {
    if (exact(denominator)) return fractions(denominator);
  }
  double denominator = 1;
  while (denominator * 4 <= room) denominator *= 2;
  return fractions(denominator);
}

PlainLaw::PlainLaw(const Prior& prior, std::uint32_t words, std::uint64_t longest)
    : law_(plain_law(prior, words, longest)) {}

void PlainLaw::set_table(const TopicTable& table, double beta, ThreadPool& pool) {
  const std::size_t topics = law_.topics();
  std::vector<double> inverse(topics);
  for (std::size_t k = 0; k < topics; ++k) {
    inverse[k] = 1.0 / (static_cast<double>(table.totals()[k]) + table.words() * beta);
  }
  std::vector<double> largest(pieces_of(table.words()), 0.0);
  for_word_runs(table.words(), pool,
                [&](std::size_t piece, std::uint32_t first, std::uint32_t last) {
                  for (std::uint32_t word = first; word < last; ++word) {
                    const std::span<const std::int32_t> column = table.column(word);
                    for (std::size_t k = 0; k < topics; ++k) {
                      largest[piece] = std::max(largest[piece], (column[k] + beta) * inverse[k]);
                    }
                  }
                });
  const double scale = kLargestWeight / *std::max_element(largest.begin(), largest.end());
  for (double& value : inverse) value *= scale;
  for_word_runs(table.words(), pool, [&](std::size_t, std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> weights(topics);
    for (std::uint32_t word = first; word < last; ++word) {
      const std::span<const std::int32_t> column = table.column(word);
      for (std::size_t k = 0; k < topics; ++k)
        weights[k] = rounded_weight((column[k] + beta) * inverse[k]);
      law_.set_column(word, weights);
    }
  });
}

void PlainLaw::set_phi(std::span<const float> phi, ThreadPool& pool) {
  const std::size_t topics = law_.topics();
  const std::uint32_t words = law_.words();
  const double scale =
      kLargestWeight / static_cast<double>(*std::max_element(phi.begin(), phi.end()));
  for_word_runs(words, pool, [&](std::size_t, std::uint32_t first, std::uint32_t last) {
    for (std::size_t k = 0; k < topics; ++k) {
      for (std::uint32_t word = first; word < last; ++word) {
        law_.set_weight(word, k,
                        rounded_weight(static_cast<double>(phi[k * words + word]) * scale));
      }
    }
  });
}

}  // namespace dplda
