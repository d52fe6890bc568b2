#include "base/threads_option.h"

namespace dplda {

Option threads_option(std::int64_t& threads) {
  return {.name = "threads",
          .target = &threads,
          .help = "threads; 0 means all cores; the result does not depend on it",
          .least = 0,
          .most = 4096,
          .affects_result = false};
}

}  // namespace dplda
