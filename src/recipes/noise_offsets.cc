#include "recipes/noise_offsets.h"

#include <algorithm>

#include "privacy/continuous_laplace.h"

namespace dplda {

OffsetNoise::OffsetNoise(Noise kind, double scale) : kind_(std::move(kind)), scale_(scale) {
  // Small rows, where wide draws cost little: the baselines' documented figures were drawn so.
  if (kind_ == Noise::kDiscrete)
    discrete_.emplace(rational_at_least(scale), kTailBits, CellBits::k64);
}

void OffsetNoise::draw(std::span<double> out, const RandomStreams& random,
                       const RandomPosition& at) const {
  if (kind_ == Noise::kLaplace) {
    ContinuousLaplace(scale_).draw(out, random, at);
  } else if (kind_ == Noise::kDiscrete) {
    std::vector<std::int32_t> whole(out.size());
    discrete_->draw(whole, random, at);
    std::copy(whole.begin(), whole.end(), out.begin());
  } else {
    std::fill(out.begin(), out.end(), 0.0);
  }
}

void OffsetNoise::add_to_table(const TopicTable& shape, const RandomStreams& random,
                               std::uint32_t number, std::vector<double>& offsets) const {
  offsets.resize(shape.stride() * shape.words());
  std::vector<double> row(shape.topics());
  for (std::uint32_t word = 0; word < shape.words(); ++word) {
    draw(row, random, {.purpose = Purpose::kNoise, .sweep = number, .document = word});
    for (std::size_t k = 0; k < row.size(); ++k) offsets[word * shape.stride() + k] += row[k];
  }
}

void OffsetNoise::document(std::uint64_t index, std::uint32_t words, const RandomStreams& random,
                           std::uint32_t number, std::span<double> out) const {
  draw(out, random, {.purpose = Purpose::kNoise, .sweep = number, .document = words + index});
}

}  // namespace dplda
