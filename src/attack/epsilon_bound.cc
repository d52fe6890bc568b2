#include "attack/epsilon_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "attack/binomial_bounds.h"

namespace dplda {
namespace {

// Two directions, each with a bound from below and one from above, share the chance of error.
constexpr double kBounds = 4;
// About the normal quantile that belongs to it at 99.8%. Only chooses the event.
constexpr double kDeviations = 3.3;

// ln((p - delta) / q), or 0 where that says nothing.
double epsilon_of(double hit, double false_hit, double delta) {
  return hit - delta > false_hit ? std::log((hit - delta) / false_hit) : 0;
}

// Wilson's bounds: near enough to the exact ones to choose by, and much cheaper.
double wilson(double hits, double trials, double deviations) {
  const double share = hits / trials;
  const double z2 = deviations * deviations;
  const double spread = std::sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
  return (share + z2 / (2 * trials) + deviations * spread) / (1 + z2 / trials);
}

std::vector<double> descending(std::span<const double> scores, bool negated) {
  std::vector<double> sorted(scores.begin(), scores.end());
  if (negated) std::transform(sorted.begin(), sorted.end(), sorted.begin(), std::negate<>());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  return sorted;
}

// The threshold from which on scores promise the most. Both sorted, the highest first. Where a
// score is the logarithm of the likelihood ratio, hits foretell false hits: those are rare, and
// counting them alone would choose by luck; where the score is something else, counting them helps.
double chosen_threshold(std::span<const double> pointed, std::span<const double> other,
                        double delta) {
  double best = std::numeric_limits<double>::infinity();
  double best_epsilon = -1;
  std::size_t hits = 0;
  std::size_t false_hits = 0;
  double foretold = 0;
  while (hits < pointed.size()) {
    const double threshold = pointed[hits];
    for (; hits < pointed.size() && pointed[hits] >= threshold; ++hits)
      foretold += std::exp(-threshold);
    while (false_hits < other.size() && other[false_hits] >= threshold) ++false_hits;
    const double epsilon = epsilon_of(
        wilson(static_cast<double>(hits), static_cast<double>(pointed.size()), -kDeviations),
        wilson(std::min((static_cast<double>(false_hits) + foretold) / 2,
                        static_cast<double>(other.size())),
               static_cast<double>(other.size()), kDeviations),
        delta);
    if (epsilon > best_epsilon) {
      best_epsilon = epsilon;
      best = threshold;
    }
  }
  return best;
}

// Of the event that points to `pointed`; scores of opposite sign where `swapped`.
EpsilonBound one_direction(std::span<const double> pointed, std::span<const double> other,
                           bool swapped, double delta, double miss) {
  const double sign = swapped ? -1 : 1;
  const double threshold =
      chosen_threshold(descending(pointed.first(pointed.size() / 2), swapped),
                       descending(other.first(other.size() / 2), swapped), delta);
  const auto count = [&](std::span<const double> scores) {
    return static_cast<std::uint64_t>(std::count_if(
        scores.begin(), scores.end(), [&](double score) { return sign * score >= threshold; }));
  };
  const std::span<const double> pointed_test = pointed.subspan(pointed.size() / 2);
  const std::span<const double> other_test = other.subspan(other.size() / 2);
  EpsilonBound bound{.threshold = sign * threshold,
                     .swapped = swapped,
                     .trials = pointed_test.size(),
                     .hits = count(pointed_test),
                     .false_hits = count(other_test)};
  bound.epsilon =
      epsilon_of(binomial_lower_bound(bound.hits, pointed_test.size(), miss / kBounds),
                 binomial_upper_bound(bound.false_hits, other_test.size(), miss / kBounds), delta);
  return bound;
}

}  // namespace

EpsilonBound epsilon_lower_bound(std::span<const double> first, std::span<const double> second,
                                 double delta, double miss) {
  const EpsilonBound forth = one_direction(first, second, false, delta, miss);
  const EpsilonBound back = one_direction(second, first, true, delta, miss);
  return back.epsilon > forth.epsilon ? back : forth;
}

}  // namespace dplda
