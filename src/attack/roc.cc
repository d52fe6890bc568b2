#include "attack/roc.h"

#include <algorithm>
#include <cmath>

namespace dplda {

std::vector<RocPoint> weighted_roc(std::span<const ScoredPair> pairs,
                                   std::span<const std::uint32_t> model_weights,
                                   std::span<const std::uint32_t> document_weights) {
  std::vector<RocPoint> roc = {{0, 0}};
  std::uint64_t members = 0;
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ScoredPair& pair = pairs[i];
    const std::uint64_t weight =
        std::uint64_t{model_weights[pair.model]} * document_weights[pair.document];
    (pair.member ? members : others) += weight;
    if (i + 1 < pairs.size() && pairs[i + 1].score == pair.score) continue;
    const RocPoint point{static_cast<double>(others), static_cast<double>(members)};
    // A longer vertical or horizontal line needs its ends alone.
    const std::size_t last = roc.size() - 1;
    const auto on_line = [&](double RocPoint::*way) {
      return last > 0 && roc[last].*way == point.*way && roc[last - 1].*way == point.*way;
    };
    if (on_line(&RocPoint::false_positives) || on_line(&RocPoint::true_positives)) roc.pop_back();
    roc.push_back(point);
  }
  if (members == 0 || others == 0) return {{0, 0}, {1, 1}};
  for (RocPoint& point : roc) {
    point.false_positives /= static_cast<double>(others);
    point.true_positives /= static_cast<double>(members);
  }
  return roc;
}

double area_under(std::span<const RocPoint> roc) {
  double area = 0;
  for (std::size_t i = 1; i < roc.size(); ++i) {
    area += (roc[i].false_positives - roc[i - 1].false_positives) *
            (roc[i].true_positives + roc[i - 1].true_positives) / 2;
  }
  return area;
}

double true_positives_at(std::span<const RocPoint> roc, double rate) {
  double best = 0;
  for (const RocPoint& point : roc) {
    if (point.false_positives > rate) break;
    best = point.true_positives;
  }
  return best;
}

std::vector<RocPoint> thinned(std::span<const RocPoint> roc, std::size_t points) {
  // Rates in geometric progression from the smallest positive one to 1.
  const auto first = std::find_if(roc.begin(), roc.end(),
                                  [](const RocPoint& point) { return point.false_positives > 0; });
  if (first == roc.end()) return {roc.begin(), roc.end()};
  const double factor = std::pow(first->false_positives, -1 / static_cast<double>(points));
  std::vector<RocPoint> kept = {roc.front()};
  double next = 0;
  for (std::size_t i = 1; i < roc.size(); ++i) {
    const bool last = i + 1 == roc.size();
    // Of a vertical line its upper end is kept.
    if (!last && roc[i + 1].false_positives == roc[i].false_positives) continue;
    if (!last && roc[i].false_positives < next) continue;
    kept.push_back(roc[i]);
    next = roc[i].false_positives * factor;
  }
  return kept;
}

}  // namespace dplda
