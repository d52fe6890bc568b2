// How strong a total is, in words that people can act on.
#pragma once

#include <string_view>

#include "privacy/stated_total.h"

namespace dplda {

// From the strongest to the weakest.
enum class Strength {
  kStrong,     // epsilon up to 1
  kModerate,   // up to 3
  kWeak,       // up to 10
  kTooWeak,    // above
  kUnbounded,  // no epsilon holds at all
};

// The epsilon by which a total is judged: that at kJudgedDelta (privacy/large_delta.h), or at the
// stated delta where that is smaller, never the one at a larger delta. Of a total that does not
// hold it: the stated one if its delta is small enough, else the pure one.
double judged_epsilon(const StatedTotal& total);

// The larger the loss, the weaker: whatever delta it is stated at.
Strength strength_of(const StatedTotal& total);

// As the end of "This is ...".
std::string_view text_of(Strength strength);

}  // namespace dplda
