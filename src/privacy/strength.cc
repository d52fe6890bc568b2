#include "privacy/strength.h"

#include <algorithm>
#include <cmath>

#include "privacy/large_delta.h"

namespace dplda {

double judged_epsilon(const StatedTotal& total) {
  const double stated = std::min(total.pure_epsilon, total.epsilon_at_delta);
  // At a smaller delta than the stated one no epsilon is smaller.
  if (total.judged_epsilon) return std::max(stated, *total.judged_epsilon);
  return total.delta <= kJudgedDelta ? stated : total.pure_epsilon;
}

Strength strength_of(const StatedTotal& total) {
  // What is worked out to meet a target may pass it in the last digits.
  constexpr double kRounding = 0.001;
  const double epsilon = judged_epsilon(total);
  if (epsilon < 1 + kRounding) return Strength::kStrong;
  if (epsilon < 3 + kRounding) return Strength::kModerate;
  if (epsilon < 10 + kRounding) return Strength::kWeak;
  return std::isfinite(epsilon) ? Strength::kTooWeak : Strength::kUnbounded;
}

std::string_view text_of(Strength strength) {
  switch (strength) {
    case Strength::kStrong:
      return "strong";
    case Strength::kModerate:
      return "moderate";
    case Strength::kWeak:
      return "weak on its own: it limits what can be learnt for certain";
    case Strength::kTooWeak:
      return "too weak to promise anything by itself";
    case Strength::kUnbounded:
      break;
  }
  return "no promise at all";
}

}  // namespace dplda
