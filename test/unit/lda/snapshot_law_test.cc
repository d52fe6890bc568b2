#include "lda/snapshot_law.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/errors.h"

namespace dplda {
namespace {

TEST(AlphaFractions, AreExactWhereASmallDenominatorServes) {
  const auto expect = [](std::vector<double> alpha, std::uint64_t denominator) {
    const AlphaFractions fractions = alpha_fractions(alpha, 1000);
    EXPECT_EQ(fractions.denominator, denominator);
    for (std::size_t k = 0; k < alpha.size(); ++k) {
      EXPECT_DOUBLE_EQ(
          static_cast<double>(fractions.numerators[k]) / static_cast<double>(denominator),
          alpha[k]);
    }
  };
  expect({1, 1}, 1);
  expect({0.1, 0.1}, 10);
  expect({0.05, 0.25}, 20);
  expect({50.0 / 7}, 7);
  expect({0.0001, 0.1}, 10000);
}

TEST(AlphaFractions, OthersAreRoundedToAFineGridAndStayPositive) {
  const std::vector<double> alpha = {0.123456789, 3.14159265, 1e-7};
  const AlphaFractions fractions = alpha_fractions(alpha, 200);
  // The grid is at least 2^20 fine for documents this short: half of a step is 2^-21.
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(
        static_cast<double>(fractions.numerators[k]) / static_cast<double>(fractions.denominator),
        alpha[k], 0x1p-21);
  }
  EXPECT_GE(fractions.numerators[2], 1u);
}

TEST(SnapshotLaw, WeightsThatCouldOverflowAreRefused) {
  const Prior prior{.alpha = {1.0, 1.0}, .beta = 0.01};
  EXPECT_NO_THROW(PlainLaw(prior, 3, 1000000));
  EXPECT_THROW(PlainLaw(prior, 3, 1ULL << 32), InputError);
  // Whatever the length, fractions leave room for it.
  for (const std::uint64_t longest : {10ULL, 100000ULL, 100000000ULL, 1000000000ULL}) {
    EXPECT_NO_THROW(PlainLaw({.alpha = {0.1, 0.123}, .beta = 0.01}, 3, longest)) << longest;
  }
}

TEST(SnapshotLaw, GivesBackEveryWeightItWasGiven) {
  for (const std::uint32_t largest : {200u, 60000u, 4000000000u}) {
    for (const std::size_t topics : {1, 15, 16, 17, 63, 64, 65, 130, 1001}) {
      SnapshotLaw law(2, std::vector<std::uint64_t>(topics, 1),
                      std::vector<std::uint64_t>(topics, 1), largest);
      std::vector<std::uint32_t> column(topics);
      for (std::size_t k = 0; k < topics; ++k)
        column[k] = static_cast<std::uint32_t>((k * 2654435761u + 7) % largest);
      law.set_column(1, column);
      std::vector<std::uint32_t> copy(topics);
      law.copy_column(1, copy);
      EXPECT_EQ(copy, column);
      law.copy_column(0, copy);
      EXPECT_EQ(copy, std::vector<std::uint32_t>(topics));
      law.set_weight(1, topics / 2, largest);
      column[topics / 2] = largest;
      law.copy_column(1, copy);
      EXPECT_EQ(copy, column);
    }
  }
}

}  // namespace
}  // namespace dplda
