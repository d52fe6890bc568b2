#include "base/random_position.h"

namespace dplda {

std::array<std::uint32_t, 4> counter_words(const RandomPosition& at) {
  return {static_cast<std::uint32_t>(at.position >> 3), static_cast<std::uint32_t>(at.document),
          at.sweep,
          static_cast<std::uint32_t>(at.purpose) | static_cast<std::uint32_t>(at.retry) << 8 |
              static_cast<std::uint32_t>(at.document >> 32) << 16};
}

}  // namespace dplda
