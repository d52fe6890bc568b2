#include "lda/channel_topics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/simd.h"
#include "reference/naive_channel.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

constexpr double kKappa = 0.5;

struct ChannelSize {
  std::uint32_t words;
  std::size_t topics;
  std::uint64_t documents;  // 1024 make a slab
};

ChannelPhi kernel_phi(std::span<const double> phi, std::size_t topics, std::uint32_t words) {
  ChannelPhi result(topics, words);
  result.set(phi);
  return result;
}

void expect_naive(const ChannelSize& size, double flip) {
  const RandomStreams random(key_from_seed(7));
  const WordSets bits = test::channel_bits(size.words, size.documents, 1);
  const std::vector<double> phi = test::channel_phi(size.topics, size.words, 2);
  const ChannelPhi seen_through = kernel_phi(phi, size.topics, size.words);
  const ChannelSweep how{.flip = flip, .sweep = 3, .inner = 2};
  const DocumentRates start(size.documents, size.topics, 0.1, 12.5);
  DocumentRates naive_rates = start;
  const test::NaiveTables naive =
      test::naive_channel_sweep(bits, phi, how, kKappa, naive_rates, random);
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const int threads : {1, 2, 5}) {
      ThreadPool pool(threads);
      DocumentRates rates = start;
      std::vector<double> presences;
      ASSERT_EQ(channel_counts(bits, seen_through, how, rates, random, pool, &presences),
                naive.tokens)
          << set << " " << threads;
      ASSERT_EQ(presences, naive.presences) << set << " " << threads;
      ASSERT_EQ(rates.values, naive_rates.values) << set << " " << threads;
      rates = start;
      EXPECT_EQ(channel_news(bits, seen_through, how, kKappa, rates, random, pool), naive.news)
          << set << " " << threads;
      EXPECT_EQ(rates.values, naive_rates.values) << set << " " << threads;
    }
  }
  use_instruction_set("best");
}

TEST(ChannelTopics, EverySweepIsTheNaiveOneBitForBit) {
  for (const ChannelSize& size :
       {ChannelSize{1, 1, 1}, ChannelSize{1, 3, 1025}, ChannelSize{63, 3, 17},
        ChannelSize{64, 50, 17}, ChannelSize{65, 3, 2050}, ChannelSize{65, 1, 1025},
        ChannelSize{1000, 50, 17}, ChannelSize{1000, 3, 1025}, ChannelSize{1000, 50, 1},
        ChannelSize{63, 50, 2050}}) {
    SCOPED_TRACE(testing::Message() << size.words << " " << size.topics << " " << size.documents);
    expect_naive(size, 0.1);
  }
  expect_naive({65, 3, 33}, 0.499);
  expect_naive({65, 3, 33}, 0x1p-60);
}

// Leaving the presences out changes nothing else.
TEST(ChannelTopics, TokensAreTheSameWithAndWithoutPresences) {
  const RandomStreams random(key_from_seed(7));
  ThreadPool pool(2);
  const WordSets bits = test::channel_bits(70, 40, 1);
  const ChannelPhi phi = kernel_phi(test::channel_phi(4, 70, 2), 4, 70);
  DocumentRates a(40, 4, 0.1, 9);
  DocumentRates b = a;
  std::vector<double> presences;
  EXPECT_EQ(channel_counts(bits, phi, {.flip = 0.2}, a, random, pool),
            channel_counts(bits, phi, {.flip = 0.2}, b, random, pool, &presences));
}

// The argument of the series is off by half a unit in the last place of x at most, which is a
// relative error of as much in exp(-x); the series is cut off at r^8 / 8!, 5e-9 for r = ln(2)/2,
// and its last three operations round by 2^-24 each. The same errors, weighted by exp(-x), are
// absolute ones of 1 - exp(-x), which adds two roundings of its own where exp(-x) < 0.71; below
// that the sum is the series itself.
TEST(ChannelTopics, TheSeriesIsTheExponentialFunction) {
  for (float x = 1e-12F; x < 79; x *= 1.0007F) {
    const test::NaivePower here = test::naive_exp_minus(x);
    const double half_ulp = 0.5 * static_cast<double>(std::nextafter(x, 100.0F) - x);
    const double power = std::exp(-static_cast<double>(x));
    const double rest = -std::expm1(-static_cast<double>(x));
    const double rounding = 4 * 0x1p-24;
    ASSERT_NEAR(here.power, power, power * (half_ulp + rounding)) << x;
    ASSERT_NEAR(here.rest, rest, rest * rounding + power * half_ulp) << x;
  }
  EXPECT_EQ(test::naive_exp_minus(0).power, 1.0F);
  EXPECT_EQ(test::naive_exp_minus(0).rest, 0.0F);
  EXPECT_EQ(test::naive_exp_minus(1e30F).rest, 1.0F);
}

// What is known of a word that is none: it is not there.
TEST(ChannelTopics, PaddingIsNeverThere) {
  const ChannelPhi phi = kernel_phi(test::channel_phi(3, 5, 2), 3, 5);
  ASSERT_EQ(phi.stride(), kChannelGroup);
  ChannelScratch scratch(phi.stride());
  std::fill(scratch.seen.begin(), scratch.seen.end(), 0.3F);
  channel_posterior(phi.table(), std::vector<float>{1, 2, 3}, scratch);
  for (std::size_t t = 0; t < phi.stride(); ++t) {
    EXPECT_EQ(scratch.present[t] > 0, t < 5) << t;
    EXPECT_TRUE(std::isfinite(scratch.gain[t])) << t;
  }
}

// No word is drawn but the real ones: a document of one word that is surely absent has no tokens.
TEST(ChannelTopics, ADocumentWithoutWordsHasTheRatesOfItsPrior) {
  const RandomStreams random(key_from_seed(5));
  ThreadPool pool(1);
  WordSets bits(1);
  for (int m = 0; m < 100; ++m) bits.append(std::vector<std::uint64_t>{0});
  const ChannelPhi phi = kernel_phi(std::vector<double>{1}, 1, 1);
  DocumentRates rates(100, 1, 0.5, 1);
  channel_counts(bits, phi, {.flip = 0x1p-60}, rates, random, pool);
  // P(present | absent bit) is about 2^-60.
  for (const float rate : rates.values) EXPECT_EQ(rate, rates.alpha * rates.inverse);
}

// One topic, and a channel that flips nothing: P(there | bit) is the bit. Floats add up bits of at
// most 300 documents, each off by some 2^-23, so that 300 * 2^-20 is far from what may happen.
TEST(ChannelTopics, PresencesThroughAClearChannelAreTheBits) {
  const RandomStreams random(key_from_seed(5));
  ThreadPool pool(2);
  const WordSets bits = test::channel_bits(130, 300, 4);
  const ChannelPhi phi = kernel_phi(test::channel_phi(1, 130, 6), 1, 130);
  DocumentRates rates(300, 1, 0.1, 20);
  std::vector<double> presences;
  channel_counts(bits, phi, {.flip = 0x1p-50}, rates, random, pool, &presences);
  const std::vector<std::uint64_t> frequencies = bits.frequencies(pool);
  for (std::size_t t = 0; t < 130; ++t)
    EXPECT_NEAR(presences[t], static_cast<double>(frequencies[t]), 300 * 0x1p-20) << t;
}

// A document by the formulas in double precision, at the rates that the sweep left.
struct Exact {
  std::vector<double> tokens;
  std::vector<double> presences;
  std::vector<double> unconditional_news;  // kappa = 0
};

Exact exact_tables(const WordSets& bits, std::span<const double> phi, double q,
                   const DocumentRates& rates) {
  const std::size_t words = bits.words();
  Exact exact{std::vector<double>(phi.size()), std::vector<double>(phi.size()),
              std::vector<double>(phi.size())};
  for (std::uint64_t m = 0; m < bits.documents(); ++m) {
    const float* a = rates.values.data() + m * rates.topics;
    for (std::uint32_t t = 0; t < words; ++t) {
      double lambda = 0;
      for (std::size_t k = 0; k < rates.topics; ++k)
        lambda += static_cast<double>(a[k]) * phi[k * words + t];
      const double p0 = -std::expm1(-lambda);
      const double y = bits.has(m, t) ? 1 : 0;
      const double seen = y == 1 ? 1 - q : q;
      const double p = seen * p0 / (seen * p0 + (1 - seen) * (1 - p0));
      const double one = q + (1 - 2 * q) * p0;
      const double rho = (1 - 2 * q) * (1 - 2 * q) * p0 * (1 - p0) / (one * (1 - one));
      for (std::size_t k = 0; k < rates.topics; ++k) {
        const double r = static_cast<double>(a[k]) * phi[k * words + t] / lambda;
        exact.tokens[k * words + t] += r * lambda * p / p0;
        exact.presences[k * words + t] += r * p;
        exact.unconditional_news[k * words + t] += r * rho * (y - q) / (1 - 2 * q);
      }
    }
  }
  return exact;
}

// Relative errors of single terms are a few 2^-24, and those of sums of 60 floats 60 * 2^-24 at
// most: 1e-5 covers both.
TEST(ChannelTopics, TokensAndPresencesFollowTheirFormulas) {
  const RandomStreams random(key_from_seed(9));
  ThreadPool pool(1);
  const WordSets bits = test::channel_bits(70, 60, 3);
  const std::vector<double> phi = test::channel_phi(3, 70, 4);
  for (const double q : {0.01, 0.2, 0.45}) {
    DocumentRates rates(60, 3, 0.1, 15);
    std::vector<double> presences;
    const std::vector<double> tokens =
        channel_counts(bits, kernel_phi(phi, 3, 70), {.flip = q}, rates, random, pool, &presences);
    const Exact exact = exact_tables(bits, phi, q, rates);
    for (std::size_t i = 0; i < phi.size(); ++i) {
      ASSERT_NEAR(tokens[i] / exact.tokens[i], 1, 1e-5) << q << " " << i;
      ASSERT_NEAR(presences[i] / exact.presences[i], 1, 1e-5) << q << " " << i;
    }
  }
}

// With o = q + (1 - 2q) p0 = P(y = 1): for y = 1, p - p0 = p0 ((1 - q) / o - 1) =
// p0 (1 - 2q)(1 - p0) / o, and for y = 0, p - p0 = p0 (q / (1 - o) - 1) = -p0 (1 - 2q)(1 - p0) /
// (1 - o). With rho = (1 - 2q)^2 p0 (1 - p0) / (o (1 - o)) both are rho (y - o) / (1 - 2q), and as
// y - o = y - q - (1 - 2q) p0,
//   p - p0 + rho p0 = rho (y - q) / (1 - 2q):
// the unbiased estimate of the word's presence, times what the bit is worth. Each term has a gain
// of at most 1/q from which 1 is taken away in floats: errors of some (1 + 1/q) 2^-23 a document.
TEST(ChannelTopics, NewsWithoutDiscountAreTheWeighedMomentEstimates) {
  const RandomStreams random(key_from_seed(9));
  ThreadPool pool(1);
  const WordSets bits = test::channel_bits(70, 60, 3);
  const std::vector<double> phi = test::channel_phi(3, 70, 4);
  for (const double q : {0.01, 0.2, 0.45}) {
    DocumentRates rates(60, 3, 0.1, 15);
    const std::vector<double> news =
        channel_news(bits, kernel_phi(phi, 3, 70), {.flip = q}, 0.0, rates, random, pool);
    const Exact exact = exact_tables(bits, phi, q, rates);
    for (std::size_t i = 0; i < phi.size(); ++i)
      ASSERT_NEAR(news[i], exact.unconditional_news[i], 60 * (1 + 1 / q) * 0x1p-22)
          << q << " " << i;
  }
}

// A word that is nearly surely there says nothing new, however clear the channel.
TEST(ChannelTopics, NewsOfCertainWordsAreFinite) {
  const RandomStreams random(key_from_seed(9));
  ThreadPool pool(1);
  WordSets bits(2);
  for (std::uint64_t m = 0; m < 20; ++m) bits.append(std::vector<std::uint64_t>{1 + m % 3});
  const std::vector<double> phi = {0.9, 0.1, 0.5, 0.5};
  for (const double q : {0x1p-64, 0x1p-50, 0x1p-26, 0x1p-20, 0.1, 0.4999999}) {
    for (const double length : {1e-6, 1.0, 40.0, 400.0}) {
      for (const double kappa : {0.0, 0.5, 1.0}) {
        DocumentRates rates(20, 2, 0.1, length);
        for (const double value :
             channel_news(bits, kernel_phi(phi, 2, 2), {.flip = q}, kappa, rates, random, pool))
          ASSERT_TRUE(std::isfinite(value)) << q << " " << length << " " << kappa;
        std::vector<double> presences;
        for (const double value : channel_counts(bits, kernel_phi(phi, 2, 2), {.flip = q}, rates,
                                                 random, pool, &presences))
          ASSERT_TRUE(std::isfinite(value) && value >= 0) << q << " " << length;
        for (const double value : presences) ASSERT_TRUE(std::isfinite(value) && value >= 0);
      }
    }
  }
}

// The tokens that documents of one word draw in one pass, read off their rates.
std::vector<std::uint64_t> drawn_tokens(std::span<const double> phi, double rate, double flip,
                                        std::uint64_t bit, std::size_t topic) {
  constexpr std::uint64_t kDocuments = 40000;
  const RandomStreams random(key_from_seed(21));
  ThreadPool pool(2);
  WordSets bits(1);
  for (std::uint64_t m = 0; m < kDocuments; ++m) bits.append(std::vector<std::uint64_t>{bit});
  const std::size_t topics = phi.size();
  DocumentRates rates(kDocuments, topics, 0.5, rate * static_cast<double>(topics));
  channel_counts(bits, kernel_phi(phi, topics, 1), {.flip = flip, .inner = 1}, rates, random, pool);
  std::vector<std::uint64_t> histogram(51);
  for (std::uint64_t m = 0; m < kDocuments; ++m) {
    const float tokens = rates.values[m * topics + topic] / rates.inverse - rates.alpha;
    ++histogram[static_cast<std::size_t>(std::lround(tokens))];
  }
  return histogram;
}

// Whether the word is there follows from its bit; how often, Poisson's law without 0. Fixed draws:
// a right law fails with the chance of 1e-6 that the bound gives it.
TEST(ChannelTopics, TokensFollowPoissonsLawGivenTheBit) {
  for (const double rate : {0.05, 1.3, 6.0, 9.0, 20.0}) {
    for (const double flip : {0x1p-60, 0.25}) {
      for (const std::uint64_t bit : {0, 1}) {
        const double seen = bit == 1 ? 1 - flip : flip;
        const double p0 = -std::expm1(-rate);
        const double there = seen * p0 / (seen * p0 + (1 - seen) * (1 - p0));
        std::vector<double> law = {1 - there};
        double sum = law[0];
        for (int n = 1; n < 50; ++n) {
          law.push_back(there * std::exp(-rate + n * std::log(rate) - std::lgamma(n + 1)) / p0);
          sum += law.back();
        }
        law.push_back(std::max(0.0, 1 - sum));
        EXPECT_GT(
            test::chi_square_p_value(drawn_tokens(std::vector<double>{1}, rate, flip, bit, 0), law),
            1e-6)
            << rate << " " << flip << " " << bit;
      }
    }
  }
}

// Each topic's tokens of a word are a Poisson variable of its own rate a phi, but for the documents
// without the word, which a bit through a channel that says nothing leaves in.
TEST(ChannelTopics, TopicsShareAWordByTheirRates) {
  const std::vector<double> phi = {0.5, 0.3, 0.2};
  for (std::size_t k = 0; k < phi.size(); ++k) {
    const double rate = 2 * phi[k];
    std::vector<double> law;
    for (int n = 0; n <= 50; ++n)
      law.push_back(std::exp(-rate + n * std::log(rate) - std::lgamma(n + 1)));
    EXPECT_GT(test::chi_square_p_value(drawn_tokens(phi, 2, 0.5, 1, k), law), 1e-6) << k;
  }
}

}  // namespace
}  // namespace dplda
