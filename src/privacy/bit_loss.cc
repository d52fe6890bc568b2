#include "privacy/bit_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "privacy/rounding.h"

namespace dplda {
namespace {

// What is this small beside the rest is left out; where that matters a bound of it is put back.
constexpr double kNegligible = 0x1p-60;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The weights of a binomial law, up to a common factor: w(b) = C(bits, b) odds^b, odds = p / (1-p).
class BinomialWeights {
 public:
  BinomialWeights(std::uint64_t threshold, std::uint64_t bits)
      : bits_(static_cast<double>(bits)),
        odds_(static_cast<double>(threshold) / static_cast<double>(0 - threshold)),
        // Near enough to the most likely value; where it is 1 off a weight is a little above 1.
        middle_(std::floor((bits_ + 1) * (static_cast<double>(threshold) * 0x1p-64))) {
    middle_ = std::min(middle_, bits_);
  }

  double odds() const { return odds_; }
  double bits() const { return bits_; }
  double middle() const { return middle_; }  // its weight is taken as 1
  // w(b + 1) / w(b) and w(b - 1) / w(b).
  double up(double b) const { return (bits_ - b) / (b + 1) * odds_; }
  double down(double b) const { return b / (bits_ - b + 1) / odds_; }

 private:
  double bits_;
  double odds_;
  double middle_;
};

// Where the sum over b begins, what lies below, and what all weights come to at least.
struct SummedRange {
  double first;         // b
  double first_weight;  // w(b)
  double below;         // at least the sum of the weights below it
  double all;
  double last;   // b; above it weights are negligible
  double steps;  // operations that each may be off by a few units of the last place
};

SummedRange summed_range(const BinomialWeights& weights, double delta) {
  SummedRange range{.first = weights.middle(),
                    .first_weight = 1,
                    .below = 0,
                    .all = 1,
                    .last = weights.middle(),
                    .steps = 0};
  for (; range.first > 0 && range.first_weight > kNegligible * delta; --range.first) {
    range.first_weight *= weights.down(range.first);
    range.all += range.first_weight;
  }
  if (range.first > 0) {
    // Further down the ratio of a weight to the one above only falls: less than a geometric series.
    const double ratio = weights.down(range.first);
    range.below = ratio < 1 ? range.first_weight * ratio / (1 - ratio) : kInfinity;
  }
  double weight = 1;
  for (; range.last < weights.bits() && weight > kNegligible; ++range.last) {
    weight *= weights.up(range.last);
    range.all += weight;
  }
  // Down to the first, up to the last, and through all of them in the sum.
  range.steps = 2 * (range.last - range.first) + 1;
  return range;
}

}  // namespace

double bit_epsilon(std::uint64_t threshold) {
  // The logarithm's argument is written as 1 + x with the difference taken in integers, so that a
  // small epsilon keeps its digits.
  const std::uint64_t difference = 0 - 2 * threshold;  // 2^64 - 2 t; 0 for t = 2^63
  return rounded_up(std::log1p(static_cast<double>(difference) / static_cast<double>(threshold)));
}

// The largest over m of ln((P(B <= m) - delta) / Q(B <= m)), where B is the number of flips of the
// bits that differ. It rises with m until the loss of m + 1 flips is no longer above it, and never
// again: the proof is in docs/privacy/proofs.md, with the meaning of the names here.
double bits_epsilon(std::uint64_t threshold, std::uint64_t bits, double delta) {
  if (bits > kMostExactBits || !(delta >= 1e-200)) return kInfinity;
  const BinomialWeights weights(threshold, bits);
  const SummedRange range = summed_range(weights, delta);
  // Every step loses at most 6 units of 2^-53 in a weight, 1 more in a sum and 9 more in `under_q`:
  // 64 are allowed for.
  const double slack = range.steps * 0x1p-47;
  const double allowed = delta * range.all * (1 - slack);
  const double each = bit_epsilon(threshold);
  const double falls = weights.odds() * weights.odds();  // Q's weights against P's, a flip less
  double best = 0;
  double under_p = range.below;  // P(B <= b)
  double under_q = 0;            // Q(B <= b) exp(loss of b flips)
  double weight = range.first_weight;
  for (double b = range.first; b <= range.last; weight *= weights.up(b), ++b) {
    under_p += weight;
    under_q = under_q * falls + weight;
    const double excess = under_p * (1 + slack) - allowed;
    if (excess > 0) {
      const double loss = rounded_up((weights.bits() - 2 * b) * each);
      best = std::max(best, loss + std::log(excess / (under_q * (1 - slack))) + 0x1p-44);
    }
    if (rounded_up((weights.bits() - 2 * (b + 1)) * each) <= best) return best;
  }
  // Only for a delta near 1, of which nothing is left for the last flips.
  return kInfinity;
}

}  // namespace dplda
