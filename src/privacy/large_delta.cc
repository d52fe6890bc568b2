#include "privacy/large_delta.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace dplda {

Option large_delta_option(bool& wanted) {
  return {.name = "large-delta",
          .target = &wanted,
          .help = fmt::format("allow a delta above {:g}: with that probability anything may be "
                              "given away, whole documents included",
                              kLargestDelta),
          .affects_result = false};
}

void check_delta(std::string_view flag, double delta, bool wanted) {
  if (wanted || !(delta > kLargestDelta)) return;
  throw InputError(fmt::format(
      "{} {:g} allows that anything is given away with that probability: choose one of at most "
      "{:g}, such as 1e-6, or say `large-delta` if that is wanted",
      flag, delta, kLargestDelta));
}

}  // namespace dplda
