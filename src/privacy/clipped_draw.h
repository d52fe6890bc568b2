// The bounded topic draw: integer weights of a topic that come from released counts alone and stay
// between two bounds, so that one word can sway the draw only so much (docs/privacy/proofs.md, "The
// bounded draw").
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/random.h"
#include "privacy/mechanism.h"

namespace dplda {

class ClippedDraw {
 public:
  // Weights B (clip(max(0, S - shrink), 0, clip) + beta) of released counts S, in whole numbers:
  // the fractions are put over one denominator B, clip rounded down and beta up, towards more
  // privacy. Throws InputError unless clip and beta are positive, shrink is not negative, and all
  // fit.
  ClippedDraw(double clip, double beta, double shrink);

  std::uint32_t weight(std::int32_t released) const {
    const std::int64_t above = std::int64_t{released} * denominator_ - shrink_;
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(above, 0, clip_) + beta_);
  }
  // weight() of each; what is left over of `out` becomes 0. REQUIRES: out is no shorter.
  void weights(std::span<const std::int32_t> released, std::span<std::uint32_t> out) const;

  std::uint32_t smallest() const { return static_cast<std::uint32_t>(beta_); }
  std::uint32_t largest() const { return static_cast<std::uint32_t>(clip_ + beta_); }
  std::int64_t denominator() const { return denominator_; }

  // One draw by one token whose word is replaced: pure epsilon h = 2 ln(largest / smallest), rho
  // h^2 / 8.
  Mechanism mechanism() const;
  // The same from the two bounds, as a ledger holds them. Throws InputError unless 1 <= smallest <=
  // largest < 2^32.
  static Mechanism mechanism(std::uint64_t smallest, std::uint64_t largest);

  // The draw itself, plainly: topic k with probability weights[k] factors[k] / sum. The kernels of
  // lda/ must equal it, retries included. REQUIRES: the sum is below 2^63.
  static std::size_t draw(std::span<const std::uint32_t> weights,
                          std::span<const std::uint64_t> factors, const RandomStreams& random,
                          RandomPosition at);

 private:
  std::int64_t denominator_;
  std::int64_t clip_;    // B C
  std::int64_t beta_;    // B beta
  std::int64_t shrink_;  // B shrink
};

}  // namespace dplda
