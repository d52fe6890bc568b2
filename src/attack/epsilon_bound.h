// How private a mechanism can be at most, by what an attacker made of its outputs: the test that an
// audit rests on (docs/privacy/audit.md, "The test").
#pragma once

#include <cstdint>
#include <span>

namespace dplda {

struct EpsilonBound {
  // The claim (epsilon, delta) is false for every epsilon below this, but for a chance of `miss`.
  double epsilon = 0;
  // The event that shows it: a score of at least `threshold` where the data set is the first;
  // swapped: of at most `threshold` where it is the second.
  double threshold = 0;
  bool swapped = false;
  std::uint64_t trials = 0;  // a side, in the half that counts
  std::uint64_t hits = 0;    // of the event, on the side that it points to
  std::uint64_t false_hits = 0;
};

// From the scores of independent runs on either of two neighbouring data sets; a high score speaks
// for the first. The first half of each chooses the event, the second half bounds its two
// probabilities (Clopper-Pearson). Valid for every score; sharp where the score is the likelihood
// ratio. REQUIRES: at least 2 scores a side, none of them NaN; 0 <= delta < 1; 0 < miss < 1.
EpsilonBound epsilon_lower_bound(std::span<const double> first, std::span<const double> second,
                                 double delta, double miss);

}  // namespace dplda
