// How losses add up, and what a figure for one word says about a document of n words.
#include "privacy/loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "privacy/discrete_gaussian.h"
#include "privacy/randomized_response.h"
#include "privacy/rational.h"

namespace dplda {
namespace {

// The smallest delta at which Gaussian noise of deviation 1 hides a shift by mu within epsilon
// (Balle and Wang 2018, Theorem 8): exact.
double gaussian_delta(double mu, double epsilon) {
  const auto normal = [](double x) { return std::erfc(-x / std::sqrt(2)) / 2; };
  return normal(mu / 2 - epsilon / mu) - std::exp(epsilon) * normal(-mu / 2 - epsilon / mu);
}

// It falls with epsilon; below 1e-12 nothing is asked for here.
double gaussian_epsilon(double mu, double delta) {
  double low = 0;
  double high = 100;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (gaussian_delta(mu, middle) <= delta ? high : low) = middle;
  }
  return high;
}

TEST(PrivacyLoss, WhatIsUsedUpOfADeltaIsNotThereForTheRest) {
  const PrivacyLoss noise = discrete_gaussian_mechanism(rational_at_least(100), 25).loss;
  for (const double used : {1e-7, 5e-7, 9.99e-7}) {
    const PrivacyLoss both = noise + PrivacyLoss{.delta = used};
    const double left = epsilon_at(noise, 1e-6 - used);
    EXPECT_GE(epsilon_at(both, 1e-6), left * (1 - 1e-9)) << used;
    EXPECT_LE(epsilon_at(both, 1e-6), left * (1 + 1e-6)) << used;
  }
  // Bits that are counted exactly have no more of it.
  const PrivacyLoss bits =
      randomized_response_mechanism(RandomizedResponse(0.5).threshold(), 40).loss;
  PrivacyLoss with_delta = bits;
  with_delta.delta = 5e-7;
  EXPECT_GE(epsilon_at(with_delta, 1e-6), epsilon_at(bits, 5e-7) * (1 - 1e-9));
  EXPECT_GT(epsilon_at(with_delta, 1e-6), epsilon_at(bits, 1e-6));
}

TEST(PrivacyLoss, AMultipleIsTheSumOfAsMany) {
  const PrivacyLoss noise = discrete_gaussian_mechanism(rational_at_least(100), 25).loss;
  const PrivacyLoss pure{.epsilon = 0.1, .rho = rho_of_pure(0.1)};
  const PrivacyLoss bits =
      randomized_response_mechanism(RandomizedResponse(0.5).threshold(), 2).loss;
  for (const PrivacyLoss& one :
       {noise, pure, bits, noise + pure, noise + PrivacyLoss{.delta = 1e-8},
        noise + pure + PrivacyLoss{.delta = 1e-8}}) {
    PrivacyLoss sum = one;
    for (std::uint64_t count = 2; count <= 5; ++count) {
      sum = sum + one;
      for (const double delta : {1e-6, 1e-4}) {
        const double epsilon = epsilon_at(sum, delta);
        EXPECT_NEAR(epsilon_at(count * one, delta), epsilon, 1e-9 * epsilon) << count;
      }
    }
  }
}

TEST(GroupPrivacy, AtTheSameDeltaEpsilonCanGrowFasterThanTheNumberOfWords) {
  // n words move the sum n times as far. That is no looseness of a bound: both figures are exact.
  for (const double delta : {1e-2, 1e-6}) {
    for (const double n : {2.0, 10.0, 30.0}) {
      const double one = gaussian_epsilon(0.1, delta);
      const double group = gaussian_epsilon(n * 0.1, delta);
      EXPECT_GT(group, 1.02 * n * one) << n << " words at delta " << delta;
    }
  }
}

TEST(GroupPrivacy, OfBitsThatAreCountedExactlyIsNoMultipleEither) {
  // Two bits at epsilon 1 each, delta 0.45. One bit: the likelier answer has probability
  // e / (1 + e) = 0.731 against 0.269, so epsilon is ln((0.731 - 0.45) / 0.269) = 0.044. Two bits:
  // 0.5344 against 0.0723, so epsilon is ln((0.5344 - 0.45) / 0.0723) = 0.155.
  const std::uint64_t threshold = RandomizedResponse(1).threshold();
  const double one = epsilon_at(randomized_response_mechanism(threshold, 1).loss, 0.45);
  const double two = epsilon_at(randomized_response_mechanism(threshold, 2).loss, 0.45);
  EXPECT_NEAR(one, 0.044, 0.001);
  EXPECT_NEAR(two, 0.155, 0.001);
  EXPECT_GT(two, 3 * one);
}

TEST(GroupPrivacy, MultipliesPureEpsilonByTheNumberAndRhoByItsSquare) {
  const std::uint64_t threshold = RandomizedResponse(0.5).threshold();
  for (const std::uint64_t n : {2, 7, 100}) {
    EXPECT_NEAR(randomized_response_mechanism(threshold, n).loss.epsilon,
                static_cast<double>(n) * randomized_response_mechanism(threshold, 1).loss.epsilon,
                1e-9 * static_cast<double>(n));
    // n words that all move one cell: the squared length of the shift is n^2.
    const Rational variance = rational_at_least(25);
    EXPECT_NEAR(discrete_gaussian_mechanism(variance, n * n).loss.rho,
                static_cast<double>(n * n) * discrete_gaussian_mechanism(variance, 1).loss.rho,
                1e-9 * static_cast<double>(n * n));
  }
}

}  // namespace
}  // namespace dplda
