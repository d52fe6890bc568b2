// Integer noise with P(x) ~ exp(-|x| / b), b rational, and what adding it to counts costs
// (docs/privacy/noise.md).
#pragma once

#include <cstdint>
#include <span>

#include "base/random.h"
#include "privacy/mechanism.h"
#include "privacy/noise_table.h"
#include "privacy/rational.h"

namespace dplda {

class DiscreteLaplace {
 public:
  // Throws InputError unless 2^-10 <= scale <= 2^20 and both parts, in lowest terms, are at most
  // 2^40. `tail_bits`: where the table ends, for tests; `bits`: how many a cell takes, if the table
  // allows: the law is the same (noise_table.h).
  explicit DiscreteLaplace(Rational scale, int tail_bits = kTailBits,
                           CellBits bits = CellBits::k16);

  Rational scale() const { return scale_; }

  // The noise of one row of a table: out[k] is a function of the key and (at.sweep, at.document, k)
  // alone, whatever the instruction set. Thread-safe. REQUIRES: at.purpose is kNoise, at.position
  // and at.retry are 0. Throws InputError unless at.document < 2^32 and out.size() <= 2^16.
  void draw(std::span<std::int32_t> out, const RandomStreams& random, RandomPosition at) const;
  // Counts with noise, cut to 32 bits: row i has the noise that draw() gives row at.document + i.
  // Thread-safe. REQUIRES and throws as draw(), of every row.
  void add(const CountRows& rows, const RandomStreams& random, RandomPosition at) const;

  // What a release costs in which neighbours differ by one in each of `cells` counts.
  Mechanism mechanism(std::uint64_t cells) const;

 private:
  Rational scale_;
  NoiseTable table_;
};

// The claim alone, without the table: epsilon = cells / scale, rho = cells rho_of_pure(1 / scale),
// and the tables' error (docs/privacy/noise.md, "Charging the error"). Throws as the constructor.
Mechanism discrete_laplace_mechanism(const Rational& scale, std::uint64_t cells);

}  // namespace dplda
