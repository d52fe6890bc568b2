#include "privacy/continuous_laplace.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/errors.h"

namespace dplda {

ContinuousLaplace::ContinuousLaplace(double scale) : scale_(scale) {
  if (!(scale > 0 && std::isfinite(scale))) {
    throw InputError(fmt::format("the scale of Laplace noise is {}; give a number above 0", scale));
  }
}

void ContinuousLaplace::draw(std::span<double> out, const RandomStreams& random,
                             RandomPosition at) const {
  std::array<std::uint64_t, 64> words;
  for (std::size_t begin = 0; begin < out.size(); begin += words.size()) {
    const std::size_t cells = std::min(words.size(), out.size() - begin);
    at.position = begin;
    random.draws(at, std::span(words).first((cells + 7) / 8 * 8));
    for (std::size_t k = 0; k < cells; ++k) {
      // The middle of one of 2^52 equal parts of (0, 1), so that the logarithm is finite.
      const double uniform = (static_cast<double>(words[k] >> 12) + 0.5) * 0x1p-52;
      const double magnitude = -scale_ * std::log(uniform);
      out[begin + k] = (words[k] & 1) == 1 ? -magnitude : magnitude;
    }
  }
}

}  // namespace dplda
