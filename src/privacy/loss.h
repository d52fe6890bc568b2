// How much a release can tell about one unit of the data: the arithmetic of epsilon, rho and delta.
// Everything is rounded up, so that a figure printed is never below what was proved.
#pragma once

#include <cstdint>
#include <limits>

namespace dplda {

// A release with this loss is, for neighbouring data, both (epsilon, delta)-differentially private
// and delta-approximately rho-zCDP at every order of at least kLeastOrder (docs/privacy/proofs.md,
// "Losses"). Infinite where nothing is claimed in that currency.
struct PrivacyLoss {
  double epsilon = 0;
  double rho = 0;
  double delta = 0;
  // Of a sum: the epsilon of the parts that have one, and the rho of the others; 0 and 0 where the
  // loss is no sum. Beside a release that has no pure epsilon, those that have may cost less by it.
  double pure_part = 0;
  double other_rho = 0;
  // Where all of it comes from bits that were flipped with one probability, bit_threshold / 2^64:
  // in how many of them neighbours differ at most. Then the exact epsilon at a delta is known. 0
  // and 0 otherwise.
  std::uint64_t bit_threshold = 0;
  std::uint64_t bits = 0;

  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  // The smallest Renyi order at which rho is claimed: room for the last bits of the noise tables.
  static constexpr double kLeastOrder = 1 + 0x1p-10;

  static PrivacyLoss infinite() {
    return {.epsilon = kInfinite, .rho = kInfinite, .delta = 1, .other_rho = kInfinite};
  }

  bool operator==(const PrivacyLoss&) const = default;
};

// Both releases, the second chosen in sight of the first.
PrivacyLoss operator+(const PrivacyLoss& a, const PrivacyLoss& b);
// `count` releases, each with this loss.
PrivacyLoss operator*(std::uint64_t count, const PrivacyLoss& loss);

// The smallest epsilon that is proved for a total delta: the pure one, the one that rho gives
// (Canonne, Kamath, Steinke 2020, Proposition 12), or the pure one of the parts that have one plus
// the one that the others' rho gives, or the exact one of bits, whichever is least. Infinite if
// there is none.
// REQUIRES: 0 <= delta < 1.
double epsilon_at(const PrivacyLoss& loss, double delta);

// The largest rho whose epsilon_at(delta) is at most `epsilon`. REQUIRES: epsilon > 0, 0 < delta <
// 1.
double rho_for(double epsilon, double delta);

// rho of a mechanism whose pure epsilon is e: e tanh(e / 2) (docs/privacy/proofs.md, "From pure
// epsilon to rho").
double rho_of_pure(double epsilon);

}  // namespace dplda
