#include "collect/estimates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"
#include "corpus/word_sets.h"
#include "privacy/randomized_response.h"

namespace dplda {
namespace {

constexpr std::uint64_t kEstimatedDocuments = 400;
constexpr std::uint32_t kEstimatedWords = 512;
constexpr std::uint64_t kRounds = 100;

// How many documents have a word: from none to all.
std::uint64_t true_frequency(std::uint32_t word) { return (word * 37) % (kEstimatedDocuments + 1); }

// The same corpus reported again and again: word t is in the first true_frequency(t) documents.
WordSets reported(const RandomizedResponse& response, std::uint64_t round) {
  const RandomStreams random(key_from_seed(round));
  WordSets sets(kEstimatedWords);
  std::array<std::uint64_t, kEstimatedWords / 64> row;
  for (std::uint64_t m = 0; m < kEstimatedDocuments; ++m) {
    row.fill(0);
    for (std::uint32_t t = 0; t < kEstimatedWords; ++t) {
      if (m < true_frequency(t)) row[t / 64] |= std::uint64_t{1} << (t % 64);
    }
    response.perturb(row, random, {.purpose = Purpose::kReport, .document = m});
    sets.append(row);
  }
  return sets;
}

// Errors of an estimate over all words and rounds, 51,200 of them: their mean has a standard error
// of sigma / 226; their variance, relatively, one of about sqrt(2 / 51200) = 0.6%, so that 3% is
// five of them.
template <class Estimate>
void expect_errors(const RandomizedResponse& response, double expected_variance,
                   const Estimate& estimate_error) {
  ThreadPool pool(1);
  double sum = 0;
  double squares = 0;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const std::vector<std::uint64_t> ones = reported(response, round).frequencies(pool);
    for (std::uint32_t t = 0; t < kEstimatedWords; ++t) {
      const double error = estimate_error(t, ones[t]);
      sum += error;
      squares += error * error;
    }
  }
  const double count = kRounds * kEstimatedWords;
  EXPECT_NEAR(sum / count, 0, 5 * std::sqrt(expected_variance / count));
  EXPECT_NEAR(squares / count / expected_variance, 1, 0.03);
}

TEST(Estimates, TheMomentEstimateIsUnbiasedWithTheStatedVariance) {
  for (const double epsilon : {0.5, 1.0, 3.0}) {
    const RandomizedResponse response(epsilon);
    const Channel channel(response.threshold());
    // The closed form in the paper's f.
    const double f = 2 / (1 + std::exp(epsilon));
    const double variance =
        static_cast<double>(kEstimatedDocuments) * f * (2 - f) / (4 * (1 - f) * (1 - f));
    EXPECT_NEAR(moment_variance(channel, kEstimatedDocuments) / variance, 1, 1e-12);
    expect_errors(response, variance, [&](std::uint32_t t, std::uint64_t ones) {
      return moment_estimate(channel, ones, kEstimatedDocuments) -
             static_cast<double>(true_frequency(t));
    });
  }
}

TEST(Estimates, TheBayesianEstimateHasAPartOfTheVarianceAndTheStatedBias) {
  const RandomizedResponse response(1.0);
  const Channel channel(response.threshold());
  constexpr double kOmega = 0.4;
  constexpr double kMean = 150;
  const double variance =
      (1 - kOmega) * (1 - kOmega) * moment_variance(channel, kEstimatedDocuments);
  expect_errors(response, variance, [&](std::uint32_t t, std::uint64_t ones) {
    const auto truth = static_cast<double>(true_frequency(t));
    const double bias = kOmega * (kMean - truth);
    return bayes_estimate(moment_estimate(channel, ones, kEstimatedDocuments), kMean, kOmega) -
           truth - bias;
  });
}

TEST(Estimates, OmegaIsTheWeightOfLeastExpectedError) {
  const Channel channel(RandomizedResponse(1.0).threshold());
  const double sigma = 12;
  const double best = omega_for(channel, kEstimatedDocuments, sigma);
  const auto error = [&](double omega) {
    return omega * omega * sigma * sigma +
           (1 - omega) * (1 - omega) * moment_variance(channel, kEstimatedDocuments);
  };
  EXPECT_LT(error(best), error(best + 0.01));
  EXPECT_LT(error(best), error(best - 0.01));
  const double f = 2 / (1 + std::exp(1.0));
  const double m = kEstimatedDocuments;
  EXPECT_NEAR(best, m * f * (2 - f) / (m * f * (2 - f) + 4 * sigma * sigma * (1 - f) * (1 - f)),
              1e-12);
}

// Extremes of everything: shares stay shares.
TEST(Estimates, PooledSharesLieBetweenNothingAndAllWhateverTheReports) {
  for (const std::uint64_t threshold :
       {std::uint64_t{1}, std::uint64_t{1} << 30, RandomizedResponse(1.0).threshold(),
        (std::uint64_t{1} << 63) - 1}) {
    for (const std::uint64_t reports : {std::uint64_t{1}, std::uint64_t{100},
                                        std::uint64_t{1000000}, std::uint64_t{10000000000}}) {
      for (const std::size_t words : {1, 2, 300}) {
        std::vector<std::uint64_t> ones(words);
        for (std::size_t t = 0; t < words; ++t) ones[t] = t % 3 == 0 ? 0 : reports / (t % 3);
        for (int round = 0; round < 2; ++round) {
          for (const double share : pooled_shares(Channel(threshold), ones, reports))
            ASSERT_TRUE(share > 0 && share < 1) << threshold << " " << reports << " " << words;
          std::fill(ones.begin(), ones.end(), reports);
        }
      }
    }
  }
}

// With 10^6 reports at epsilon 3 a share's own standard error is sqrt(q (1 - q) / 10^6) / (1 - 2q)
// <= 2.4e-4 + 5e-4 * share's part of the sampling, below 6e-4 in all; the grid is finer than 15% of
// a share, and the mean over it interpolates: half a step.
TEST(Estimates, PooledSharesOfManyReportsAreNearTheTruth) {
  const Channel channel(RandomizedResponse(3.0).threshold());
  constexpr std::uint64_t kReports = 1000000;
  std::vector<double> truth;
  std::vector<std::uint64_t> ones;
  for (int t = 0; t < 200; ++t) {
    truth.push_back(0.001 * std::pow(700.0, t / 199.0));
    ones.push_back(static_cast<std::uint64_t>(
        std::llround(kReports * (channel.flip + (1 - 2 * channel.flip) * truth.back()))));
  }
  const std::vector<double> shares = pooled_shares(channel, ones, kReports);
  for (std::size_t t = 0; t < truth.size(); ++t)
    EXPECT_NEAR(shares[t], truth[t], 6e-4 + 0.075 * truth[t]) << t;
}

// Words that no report can tell from noise are drawn to the others: the error of all together is
// below that of the moment estimates, clamped to what is possible.
TEST(Estimates, PooledSharesOfRareWordsAreBetterThanTheirMoments) {
  const RandomizedResponse response(1.0);
  const Channel channel(response.threshold());
  const RandomStreams random(key_from_seed(3));
  ThreadPool pool(1);
  WordSets sets(kEstimatedWords);
  std::vector<std::uint64_t> row(kEstimatedWords / 64);
  for (std::uint64_t m = 0; m < kEstimatedDocuments; ++m) {
    for (std::uint64_t& bits : row) bits = 0;
    row[m % row.size()] = std::uint64_t{1} << (m / 8 % 64);  // every word in about one document
    response.perturb(row, random, {.purpose = Purpose::kReport, .document = m});
    sets.append(row);
  }
  const std::vector<std::uint64_t> ones = sets.frequencies(pool);
  const std::vector<double> shares = pooled_shares(channel, ones, kEstimatedDocuments);
  double pooled = 0;
  double moments = 0;
  for (std::uint32_t t = 0; t < kEstimatedWords; ++t) {
    const double truth = 1.0 / kEstimatedWords;
    const double moment = std::max(
        0.0, moment_estimate(channel, ones[t], kEstimatedDocuments) / double{kEstimatedDocuments});
    pooled += (shares[t] - truth) * (shares[t] - truth);
    moments += (moment - truth) * (moment - truth);
  }
  EXPECT_LT(pooled, 0.1 * moments);
}

}  // namespace
}  // namespace dplda
