#include "reference/naive_noise.h"

namespace dplda::test {
namespace {

std::int32_t noise_of(Wide draw, bool negative, std::span<const Wide> thresholds,
                      const NoiseTable::Tail& tail, const RandomStreams& random,
                      const RandomPosition& at) {
  std::uint64_t magnitude = 0;
  while (magnitude < thresholds.size() && draw < thresholds[magnitude]) ++magnitude;
  if (magnitude == thresholds.size()) {
    RandomStream stream(random, Purpose::kNoiseTail, at.sweep, at.document << 16 | at.position);
    magnitude = tail(magnitude, stream);
  }
  const auto value = static_cast<std::int32_t>(magnitude);
  return negative ? -value : value;
}

}  // namespace

std::int32_t naive_wide_noise(std::span<const Wide> thresholds, const NoiseTable::Tail& tail,
                              const RandomStreams& random, const RandomPosition& at) {
  const std::uint64_t word = random.draw(at);
  RandomPosition further = at;
  further.retry = 1;
  const Wide draw = Wide{word >> 1} << 64 | random.draw(further);
  return noise_of(draw, (word & 1) == 1, thresholds, tail, random, at);
}

NarrowDraw naive_narrow_draw(const RandomStreams& random, const RandomPosition& at) {
  RandomPosition place = at;
  place.position = at.position / 4;
  const std::uint64_t bits = random.draw(place) >> (16 * (at.position % 4)) & 0xffff;
  place.retry = 1;
  place.position = 8 * at.position;
  const std::uint64_t middle = random.draw(place);
  ++place.position;
  const std::uint64_t last = random.draw(place) >> 16;
  return {.bits = Wide{bits >> 1} << 112 | Wide{middle} << 48 | last, .negative = (bits & 1) == 1};
}

std::int32_t naive_narrow_noise(std::span<const Wide> thresholds, const NoiseTable::Tail& tail,
                                const RandomStreams& random, const RandomPosition& at) {
  const NarrowDraw draw = naive_narrow_draw(random, at);
  return noise_of(draw.bits, draw.negative, thresholds, tail, random, at);
}

}  // namespace dplda::test
