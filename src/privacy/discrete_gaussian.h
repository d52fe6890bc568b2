// Integer noise with P(x) ~ exp(-x^2 / (2 sigma^2)), sigma^2 rational, and what adding it to counts
// costs (docs/privacy/noise.md).
#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "privacy/mechanism.h"
#include "privacy/noise_table.h"
#include "privacy/rational.h"

namespace dplda {

class DiscreteGaussian {
 public:
  // `variance` is the parameter sigma^2; the variance of the noise is a little less. Throws
  // InputError unless 2^-10 <= variance <= 2^40 and, in lowest terms, the numerator is at most 2^40
  // and the denominator at most 2^32. `tail_bits`: where the table ends, for tests (noise_table.h).
  explicit DiscreteGaussian(Rational variance, int tail_bits = kTailBits);

  Rational variance() const { return variance_; }

  // The noise of one row of a table: as DiscreteLaplace::draw.
  void draw(std::span<std::int32_t> out, const RandomStreams& random, RandomPosition at) const;
  // Counts with noise: as DiscreteLaplace::add.
  void add(const CountRows& rows, const RandomStreams& random, RandomPosition at) const;

  // What a release costs in which neighbours differ by one in each of `cells` counts, or by whole
  // numbers whose squares sum to that; replaced: to twice that.
  Mechanism mechanism(std::uint64_t cells) const;

 private:
  Rational variance_;
  NoiseTable table_;
};

// The claim alone, without the table: rho = cells / (2 variance) and the tables' error
// (docs/privacy/noise.md, "Charging the error"); no pure epsilon. Throws as the constructor.
Mechanism discrete_gaussian_mechanism(const Rational& variance, std::uint64_t cells);

// What the squares of what one document moves in a release sum to at most.
struct MovedSquares {
  std::uint64_t added;     // where it is added or removed
  std::uint64_t replaced;  // where it is replaced by another
  std::uint64_t word;      // where one of its words is
};
// The same where these do not follow from one another (docs/privacy/proofs.md, Theorem D).
Mechanism bounded_gaussian_mechanism(const Rational& variance, const MovedSquares& squares);

}  // namespace dplda
