#include "privacy/bounded_part.h"

#include <cmath>
#include <cstddef>

namespace dplda {
namespace {

// floor(factor * share) of every cell. Returns the sum of their squares.
std::uint64_t whole_shares(std::span<const float> shares, double factor,
                           std::vector<std::uint32_t>& whole) {
  std::uint64_t squares = 0;
  whole.resize(shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto value = static_cast<std::uint32_t>(factor * static_cast<double>(shares[i]));
    whole[i] = value;
    squares += std::uint64_t{value} * value;
  }
  return squares;
}

}  // namespace

void BoundedPart::scale(std::span<const float> shares, std::vector<std::uint32_t>& whole) const {
  double sum = 0;
  for (const float share : shares) sum += static_cast<double>(share) * static_cast<double>(share);
  double factor = sum > 0 ? bound_ / std::sqrt(sum) : 0;
  while (whole_shares(shares, factor, whole) > squares()) factor *= 1 - 0x1p-10;
}

std::uint64_t BoundedPart::of_equal(std::uint64_t cells) const {
  if (cells == 0) return 0;
  auto part = static_cast<std::uint64_t>(bound_ / std::sqrt(static_cast<double>(cells)));
  while (cells * part * part > squares()) --part;
  return part;
}

}  // namespace dplda
