// Weighted receiver operating characteristics: how many members and non-members score at or above
// each threshold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dplda {

// A threshold's shares of non-members and of members at or above it.
struct RocPoint {
  double false_positives = 0;
  double true_positives = 0;
};

struct ScoredPair {
  double score = 0;
  std::uint32_t model = 0;
  std::uint32_t document = 0;
  bool member = false;
};

// Every threshold's point from (0, 0) to (1, 1), where the pair of model i and document j counts
// model_weights[i] * document_weights[j] times. Pairs with equal scores pass together. REQUIRES:
// `pairs` by descending score. Where all that count are of one kind, nothing is known: the
// diagonal.
std::vector<RocPoint> weighted_roc(std::span<const ScoredPair> pairs,
                                   std::span<const std::uint32_t> model_weights,
                                   std::span<const std::uint32_t> document_weights);

// The area under it: the chance that a member scores above a non-member, ties half.
double area_under(std::span<const RocPoint> roc);

// The largest share of members at a share of non-members of at most `rate`.
double true_positives_at(std::span<const RocPoint> roc, double rate);

// At most about `points` of its points, dense where the share of non-members is small.
std::vector<RocPoint> thinned(std::span<const RocPoint> roc, std::size_t points);

}  // namespace dplda
