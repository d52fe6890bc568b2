#include "corpus/alias_table.h"

#include <algorithm>
#include <numeric>

namespace dplda {

AliasTable::AliasTable(std::span<const double> weights) : columns_(weights.size()) {
  constexpr double kWhole = 4294967296.0;
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double scale = static_cast<double>(weights.size()) / total;
  std::vector<double> left(weights.size());
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    left[i] = weights[i] * scale;
    (left[i] < 1 ? small : large).push_back(i);
  }
  // A column that is never made smaller stands for itself, whatever rounding says.
  for (std::uint32_t i = 0; i < weights.size(); ++i) columns_[i] = {0xFFFFFFFF, i};
  while (!small.empty() && !large.empty()) {
    const std::uint32_t less = small.back();
    const std::uint32_t more = large.back();
    small.pop_back();
    columns_[less] = {static_cast<std::uint32_t>(std::min(left[less] * kWhole, kWhole - 1)), more};
    left[more] -= 1 - left[less];
    if (left[more] >= 1) continue;
    large.pop_back();
    small.push_back(more);
  }
  // Rounding can leave columns over; one that stands for a weight of zero must still give it away.
  const auto heaviest = static_cast<std::uint32_t>(
      std::max_element(weights.begin(), weights.end()) - weights.begin());
  for (const std::uint32_t i : small)
    if (weights[i] == 0) columns_[i] = {0, heaviest};
}

}  // namespace dplda
