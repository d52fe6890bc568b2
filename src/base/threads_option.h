// The option that says how many threads work, the same wherever the result does not depend on it.
#pragma once

#include <cstdint>

#include "base/options.h"

namespace dplda {

// --threads, bound to `threads`; 0 means all cores (thread_count of base/threads.h).
Option threads_option(std::int64_t& threads);

}  // namespace dplda
