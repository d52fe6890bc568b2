#include "privacy/clipped_draw.h"

#include <fmt/format.h>

#include <cmath>

#include "base/errors.h"
#include "privacy/clipped_weights.h"
#include "privacy/rounding.h"

namespace dplda {
namespace {

// Weights stay below this, so that their product with a document's factor fits.
constexpr double kMostWeight = 0x1p30;
// Where no small denominator is exact, beta has at least this many parts: 0.1% off at most.
constexpr double kParts = 1024;

// Up to the rounding of a decimal fraction times a power of ten.
bool whole(double x) { return std::abs(x - std::round(x)) <= std::min(1e-12 * std::abs(x), 1e-7); }

// The smallest denominator up to 1000 (or 10^4, 10^5, 10^6) that makes both fractions exact;
// otherwise the smallest power of two that leaves beta kParts parts.
double common_denominator(double clip, double beta) {
  const auto exact = [&](double denominator) {
    return whole(clip * denominator) && whole(beta * denominator) &&
           (clip + beta) * denominator < kMostWeight;
  };
  for (int denominator = 1; denominator <= 1000; ++denominator) {
    if (exact(denominator)) return denominator;
  }
  for (const double denominator : {1e4, 1e5, 1e6}) {
    if (exact(denominator)) return denominator;
  }
  double denominator = 1;
  while (denominator * beta < kParts || denominator * clip < kParts) denominator *= 2;
  return denominator;
}

double positive(double value, const char* flag) {
  if (std::isfinite(value) && value > 0) return value;
  throw InputError(fmt::format("{} must be a number above 0, not {}", flag, value));
}

}  // namespace

ClippedDraw::ClippedDraw(double clip, double beta, double shrink) {
  positive(clip, "`clip`");
  positive(beta, "`beta`");
  if (!std::isfinite(shrink) || shrink < 0)
    throw InputError(fmt::format("`shrink` must be a number of at least 0, not {}", shrink));
  const double denominator = common_denominator(clip, beta);
  // Written so that NaN and infinity fail.
  if (!((clip + beta) * denominator < kMostWeight && denominator < kMostWeight)) {
    throw InputError(
        fmt::format("`clip {}` and `beta {}` are too far apart or too small to be held in whole "
                    "numbers; choose them nearer to each other and to 1",
                    clip, beta));
  }
  if (!(shrink < kMostWeight))
    throw InputError(fmt::format("`shrink {}` is above every count; choose a smaller one", shrink));
  denominator_ = static_cast<std::int64_t>(denominator);
  const auto below = [](double x) { return whole(x) ? std::round(x) : std::floor(x); };
  const auto above = [](double x) { return whole(x) ? std::round(x) : std::ceil(x); };
  clip_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(below(clip * denominator)));
  beta_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(above(beta * denominator)));
  shrink_ = std::llround(shrink * denominator);
}

void ClippedDraw::weights(std::span<const std::int32_t> released,
                          std::span<std::uint32_t> out) const {
  // S <= least has weight beta, S >= most has clip + beta; both bounds included.
  const std::int64_t most = (shrink_ + clip_) / denominator_ + 1;
  const ClippedWeights law{
      .least = static_cast<std::int32_t>(shrink_ / denominator_),
      .most = static_cast<std::int32_t>(std::min<std::int64_t>(most, INT32_MAX)),
      .denominator = static_cast<std::uint32_t>(denominator_),
      .shrink = static_cast<std::uint32_t>(shrink_),
      .clip = static_cast<std::int32_t>(clip_),
      .beta = static_cast<std::int32_t>(beta_)};
  clipped_weights(law, released, out);
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(released.size()), out.end(), 0u);
}

Mechanism ClippedDraw::mechanism() const { return mechanism(smallest(), largest()); }

// docs/privacy/proofs.md, "The bounded draw": the log-weights of two words differ by at most h / 2,
// the log-probabilities within a range of h.
Mechanism ClippedDraw::mechanism(std::uint64_t smallest, std::uint64_t largest) {
  if (smallest < 1 || smallest > largest || largest >= (std::uint64_t{1} << 32))
    throw InputError("clipped_draw: its weights must be whole numbers from 1 to 2^32 - 1");
  const double range =
      rounded_up(2 * std::log(static_cast<double>(largest) / static_cast<double>(smallest)));
  const PrivacyLoss loss{.epsilon = range, .rho = rounded_up(range * range / 8)};
  return {.name = "clipped_draw",
          .parameters = {{"smallest", smallest}, {"largest", largest}},
          .loss = loss,
          .replaced = loss};
}

std::size_t ClippedDraw::draw(std::span<const std::uint32_t> weights,
                              std::span<const std::uint64_t> factors, const RandomStreams& random,
                              RandomPosition at) {
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) sum += weights[k] * factors[k];
  std::uint64_t target;
  while (!uniform_below(random.draw(at), sum, target)) ++at.retry;
  std::size_t topic = 0;
  for (std::uint64_t passed = weights[0] * factors[0]; passed <= target; ++topic)
    passed += weights[topic + 1] * factors[topic + 1];
  return topic;
}

}  // namespace dplda
