#include "privacy/private_words.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "base/errors.h"

namespace dplda {
namespace {

using Places = std::vector<std::uint32_t>;

// So little that a draw other than 0 has probability 2 exp(-512).
constexpr Rational kNoNoise{1, 1024};

// P(X >= least), summed term by term.
long double summed_tail(const Rational& variance, std::uint64_t least) {
  const long double v = variance.value();
  const auto last = static_cast<std::uint64_t>(150 * std::sqrt(v)) + least + 10;
  const auto weight = [&](std::uint64_t x) {
    return std::exp(-static_cast<long double>(x) * static_cast<long double>(x) / (2 * v));
  };
  long double tail = 0;
  long double positive = 0;
  for (std::uint64_t x = last; x >= 1; --x) {
    positive += weight(x);
    if (x == least) tail = positive;
  }
  return tail / (1 + 2 * positive);
}

constexpr std::array<Rational, 8> kVariances = {
    {{1, 1024}, {1, 4}, {1, 1}, {7, 2}, {25, 1}, {100, 1}, {27777, 10}, {1000000, 1}}};

TEST(PrivateWords, TheTailBoundIsNeverBelowTheSumAndCloseToIt) {
  for (const Rational& variance : kVariances) {
    const double sigma = std::sqrt(variance.value());
    for (const double z : {0.0, 0.3, 0.9, 1.0, 1.01, 1.5, 2.0, 4.0, 6.0, 9.0, 20.0}) {
      const auto least = static_cast<std::uint64_t>(std::ceil(z * sigma)) + 1;
      const double bound = discrete_gaussian_tail(variance, least);
      const long double sum = summed_tail(variance, least);
      EXPECT_GE(bound, sum) << to_text(variance) << " " << least;
      EXPECT_LE(bound, 1);
      // The midpoint rule is off by 1 + x^2 / (24 v^2) to first order; twice that allows for the
      // orders above where x / v is at most 1.
      const double x = static_cast<double>(least) / variance.value();
      if (x <= 1 && static_cast<double>(least) - 0.5 >= sigma) {
        EXPECT_LE(bound, sum * (1 + x * x / 12 + 1e-9)) << to_text(variance) << " " << least;
      }
    }
  }
  EXPECT_EQ(discrete_gaussian_tail({100, 1}, 0), 1);
  // Too small for a double, but not nothing.
  EXPECT_GT(discrete_gaussian_tail({100, 1}, 10000), 0);
}

TEST(PrivateWords, LossesAreTheClosedForms) {
  const Mechanism mechanism = PrivateWords({100, 1}, 50, 61).mechanism();
  EXPECT_EQ(mechanism.name, "private_words");
  EXPECT_EQ(mechanism.loss.epsilon, PrivacyLoss::kInfinite);
  EXPECT_GE(mechanism.loss.rho, 0.25);  // 50 / (2 * 100)
  EXPECT_LE(mechanism.loss.rho, 0.25 * (1 + 1e-12));
  const auto rare = static_cast<double>(50 * summed_tail({100, 1}, 60));
  EXPECT_GE(mechanism.loss.delta, rare);
  EXPECT_LE(mechanism.loss.delta, 1.03 * rare);  // 1 + x^2 / 12 as above, x = 0.6
  EXPECT_EQ(mechanism.replaced.epsilon, PrivacyLoss::kInfinite);
  EXPECT_GE(mechanism.replaced.rho, 0.5);
  EXPECT_LE(mechanism.replaced.rho, 0.5 * (1 + 1e-12));
  EXPECT_EQ(mechanism.replaced.delta, mechanism.loss.delta);
}

TEST(PrivateWords, TheDeltasOfTwoChoicesAddUp) {
  const PrivacyLoss loss = private_words_mechanism({9, 1}, 2, 10).loss;
  ASSERT_GT(loss.delta, 0);
  EXPECT_GE((loss + loss).delta, 2 * loss.delta);
  EXPECT_GE((3 * loss).delta, 3 * loss.delta);
}

TEST(PrivateWords, LossesFallWithNoiseAndThresholdAndRiseWithTheCap) {
  const auto loss = [](Rational variance, std::uint64_t words, std::uint64_t threshold) {
    return private_words_mechanism(variance, words, threshold).loss;
  };
  for (std::uint64_t threshold = 1; threshold < 100; ++threshold) {
    EXPECT_GE(loss({100, 1}, 5, threshold).delta, loss({100, 1}, 5, threshold + 1).delta);
    EXPECT_LE(loss({100, 1}, 5, threshold).delta, loss({100, 1}, 6, threshold).delta);
    EXPECT_LE(loss({100, 1}, 5, threshold).delta, loss({101, 1}, 5, threshold).delta);
  }
  EXPECT_LT(loss({101, 1}, 5, 50).rho, loss({100, 1}, 5, 50).rho);
  EXPECT_LT(loss({100, 1}, 5, 50).rho, loss({100, 1}, 6, 50).rho);
  EXPECT_EQ(loss({100, 1}, 5, 1).delta, 1);
  EXPECT_EQ(loss({1, 1}, 1000, 2).delta, 1);
}

TEST(PrivateWords, IsWrittenDownWithAllThatItsLossesRestOn) {
  EXPECT_EQ(to_text(PrivateWords({27777, 10}, 100, 305).mechanism().parameters),
            R"({"variance":"27777/10","words":100,"threshold":305})");
}

TEST(PrivateWords, TheGuaranteeThatWasAskedForIsKeptAndNotMuchIsWasted) {
  for (const double epsilon : {0.01, 0.5, 1.0, 8.0, 50.0}) {
    for (const double delta : {1e-12, 1e-6, 0.1}) {
      for (const std::uint64_t words : {1, 100, 5000}) {
        const PrivateWords made = PrivateWords::with_loss(epsilon, delta, words);
        const PrivacyLoss loss = made.mechanism().loss;
        EXPECT_EQ(made.words(), words);
        EXPECT_LE(epsilon_at(loss, delta), epsilon);
        EXPECT_LE(loss.delta, delta / 2);
        const double rho = rho_for(epsilon, delta / 2);
        EXPECT_LE(loss.rho, rho);
        // Noise to 2^-30 of itself, then rounded up to a multiple of 2^-31; it is above 2^-7 here.
        EXPECT_GE(loss.rho, rho * (1 - 0x1p-23)) << epsilon << " " << delta << " " << words;
        const Rational v = made.variance();
        EXPECT_GT(private_words_mechanism(v, words, made.threshold() - 1).loss.delta, delta / 2);
      }
    }
  }
  EXPECT_EQ(PrivateWords::with_loss(1e6, 1e-6, 100).variance(), kNoNoise);
  EXPECT_EQ(PrivateWords::with_loss(1e6, 1e-6, 100).threshold(), 2u);
  EXPECT_THROW(PrivateWords::with_loss(1e-9, 1e-6, 100000), InputError);
  EXPECT_THROW(PrivateWords::with_loss(1, 1e-310, 100000), InputError);
}

TEST(PrivateWords, AWordPassesAsOftenAsTheLawOfTheNoiseSays) {
  const PrivateWords words({100, 1}, 1, 15);
  const std::vector<std::uint64_t> once(100000, 1);
  const auto passed =
      static_cast<double>(words.choose(once, 0, RandomStreams(key_from_seed(1))).size());
  const auto p = static_cast<double>(summed_tail({100, 1}, 14));
  // Six deviations of a binomial count: a right program fails with probability 2e-9.
  EXPECT_NEAR(passed, 1e5 * p, 6 * std::sqrt(1e5 * p * (1 - p)));
}

TEST(PrivateWords, ADocumentsOwnWordsShowWithProbabilityDeltaAtMost) {
  const PrivateWords words({100, 1}, 20, 25);
  const double delta = words.mechanism().loss.delta;
  ASSERT_LT(delta, 0.2);
  // A document whose 20 words nobody else has, beside words that others have, 5000 times over.
  std::vector<std::uint64_t> documents(20, 1);
  documents.push_back(3);
  int shown = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const Places places = words.choose(documents, 0, RandomStreams(key_from_seed(seed)));
    shown += !places.empty() && places.front() < 20 ? 1 : 0;
  }
  // Six deviations above the most; the bound is not idle: with a threshold that is 5 lower it
  // fails.
  const double most = 5000 * delta + 6 * std::sqrt(5000 * delta * (1 - delta));
  EXPECT_LE(shown, most);
  EXPECT_GT(shown, 0);
  const PrivateWords lower({100, 1}, 20, 20);
  int shown_lower = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const Places places = lower.choose(documents, 0, RandomStreams(key_from_seed(seed)));
    shown_lower += !places.empty() && places.front() < 20 ? 1 : 0;
  }
  EXPECT_GT(shown_lower, most);
}

TEST(PrivateWords, AWordInNoDocumentNeverPassesAndTakesNoNoise) {
  const PrivateWords words({10000, 1}, 1, 2);
  const RandomStreams random(key_from_seed(1));
  EXPECT_TRUE(words.choose(std::vector<std::uint64_t>(5000), 0, random).empty());
  // With zeros between them the others have the same noise.
  std::vector<std::uint64_t> dense(5000, 1);
  std::vector<std::uint64_t> sparse(10000);
  for (std::size_t i = 1; i < sparse.size(); i += 2) sparse[i] = 1;
  Places expected = words.choose(dense, 0, random);
  EXPECT_GT(expected.size(), 2000u);  // about half of them
  for (std::uint32_t& place : expected) place = 2 * place + 1;
  EXPECT_EQ(words.choose(sparse, 0, random), expected);
}

TEST(PrivateWords, FrequentWordsPassAndTheMostFrequentAreTaken) {
  const RandomStreams random(key_from_seed(1));
  // Noise of deviation 3: beyond 100 with probability exp(-555).
  const PrivateWords noisy({9, 1}, 1, 150);
  const std::vector<std::uint64_t> documents = {1000, 10, 400, 2000, 0, 700};
  EXPECT_EQ(noisy.choose(documents, 0, random), (Places{0, 2, 3, 5}));
  EXPECT_EQ(noisy.choose(documents, 4, random), (Places{0, 2, 3, 5}));
  EXPECT_EQ(noisy.choose(documents, 2, random), (Places{0, 3}));
  const PrivateWords exact(kNoNoise, 1, 5);
  const std::vector<std::uint64_t> ties = {7, 4, 9, 7, 5, 7};
  EXPECT_EQ(exact.choose(ties, 0, random), (Places{0, 2, 3, 4, 5}));
  EXPECT_EQ(exact.choose(ties, 3, random), (Places{0, 2, 3}));
}

TEST(PrivateWords, WhichOfTheMostFrequentAreTakenHangsOnTheirNoiseToo) {
  // Two counts that differ by one document, under noise of deviation 1000: a coin, or nearly so.
  const PrivateWords noisy({1000000, 1}, 1, 2);
  const std::vector<std::uint64_t> documents = {100000, 100001};
  int first = 0;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    const Places taken = noisy.choose(documents, 1, RandomStreams(key_from_seed(seed)));
    ASSERT_EQ(taken.size(), 1u);
    first += taken.front() == 0 ? 1 : 0;
  }
  EXPECT_GT(first, 10);
  EXPECT_LT(first, 54);
}

TEST(PrivateWords, NoTwoRowsOfWordsShareTheirNoise) {
  const PrivateWords noisy({10000, 1}, 1, 50);
  const Places passed =
      noisy.choose(std::vector<std::uint64_t>(3 * 4096, 50), 0, RandomStreams(key_from_seed(1)));
  std::array<Places, 3> rows;
  for (const std::uint32_t place : passed) rows.at(place / 4096).push_back(place % 4096);
  EXPECT_GT(rows[0].size(), 1000u);
  EXPECT_NE(rows[0], rows[1]);
  EXPECT_NE(rows[1], rows[2]);
  EXPECT_NE(rows[0], rows[2]);
}

TEST(CappedFrequencies, ADocumentMovesAtMostAsManyCountsAsTheCap) {
  const RandomStreams random(key_from_seed(1));
  std::vector<std::int32_t> every(10000);
  std::iota(every.begin(), every.end(), 0);
  for (const std::uint64_t cap : {1, 7, 9999, 10000, 20000}) {
    CappedFrequencies capped(every.size(), cap, random);
    capped.add(every);
    std::uint64_t moved = 0;
    for (const std::uint64_t count : capped.documents()) {
      EXPECT_LE(count, 1u);
      moved += count;
    }
    EXPECT_EQ(moved, std::min<std::uint64_t>(cap, every.size()));
  }
}

TEST(CappedFrequencies, RepeatedWordsCountOnce) {
  const RandomStreams random(key_from_seed(1));
  CappedFrequencies capped(4, 3, random);
  for (int i = 0; i < 50; ++i) capped.add(std::vector<std::int32_t>{3, 1, 3, 3, 1, 0, 3});
  capped.add({});
  EXPECT_EQ(std::vector(capped.documents().begin(), capped.documents().end()),
            (std::vector<std::uint64_t>{50, 50, 0, 50}));
}

TEST(CappedFrequencies, WordsAreDrawnUniformlyAndForEachDocumentAnew) {
  const RandomStreams random(key_from_seed(1));
  CappedFrequencies capped(20, 5, random);
  std::vector<std::int32_t> words(20);
  std::iota(words.begin(), words.end(), 0);
  constexpr double kDocuments = 20000;
  for (int m = 0; m < kDocuments; ++m) capped.add(words);
  for (const std::uint64_t count : capped.documents()) {
    // Binomial with p = 1/4, six deviations.
    EXPECT_NEAR(static_cast<double>(count), kDocuments / 4, 6 * std::sqrt(kDocuments * 3 / 16));
  }
}

}  // namespace
}  // namespace dplda
