// The law of a private vocabulary: a word passes as often as noise of the charged variance lifts
// its documents over the charged threshold, each word by noise of its own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/errors.h"
#include "privacy/rational.h"
#include "reference/noise_law.h"
#include "reference/temporary.h"
#include "runs/prepare.h"
#include "training/private_vocabulary.h"

namespace dplda {
namespace {

constexpr std::uint32_t kOfferedWords = 100'000;
// A document may count for all words: variance 1 costs rho 50,000.
constexpr PrivateVocabularyOptions kOptions{
    .private_vocab = true, .vocab_epsilon = 50'000, .vocab_delta = 0.5, .vocab_cap = kOfferedWords};

// Word i is in as many documents as frequency(i) says, as LDA-C writes them.
template <class Frequency>
std::string documents_of(std::uint32_t documents, const Frequency& frequency) {
  std::string text;
  for (std::uint32_t m = 0; m < documents; ++m) {
    std::string line;
    std::uint32_t words = 0;
    for (std::uint32_t i = 0; i < kOfferedWords; ++i) {
      if (frequency(i) <= m) continue;
      line += fmt::format(" {}:1", i);
      ++words;
    }
    text += fmt::format("{}{}\n", words, line);
  }
  return text;
}

// P(X >= least) of the noise.
double tail_of(double variance, std::size_t least) {
  const test::NoiseLaw law = test::discrete_gaussian_law(variance);
  double sum = 0;
  for (std::size_t m = least; m < law.size(); ++m) sum += law[m];
  return sum;
}

// What stands in the ledger of the vocabulary's choice.
Charge only_charge(const std::string& ledger) {
  const Ledger read = Ledger::read(ledger);
  std::vector<Charge> charges;
  for (const LedgerEntry& entry : read.entries()) {
    if (entry.kind == LedgerEntry::Kind::kCharge) charges.push_back(entry.charge);
  }
  EXPECT_EQ(charges.size(), 1u);
  return charges.at(0);
}

// By number: whether a word is in the vocabulary.
std::vector<bool> chosen_words(const std::string& input, const std::string& output,
                               std::uint64_t seed) {
  runs::Watcher nobody;
  PrepareOptions options;
  options.reading.format = "ldac";
  runs::prepare({.inputs = {input},
                 .output = output,
                 .options = options,
                 .vocabulary = kOptions,
                 .ledger = {.ledger = output + ".ledger", .large_delta = true}},
                nobody, key_from_seed(seed));
  std::vector<bool> chosen(kOfferedWords);
  const Corpus corpus = Corpus::load(output);
  for (const std::string& word : corpus.vocabulary().words()) chosen.at(std::stoul(word)) = true;
  return chosen;
}

// Even words are in two documents fewer than the threshold, odd ones in one more: either is on the
// wrong side where the noise is at least 2 in its direction. With a variance of 1 that happens to
// 6.7% of 2,500,000 words, to 0.00016 in standard errors; a variance off by 1% moves it by 0.00097,
// six of them. (The test works both out from the charge.)
TEST(VocabularyLaw, WordsPassByNoiseOfTheChargedVarianceOverTheChargedThreshold) {
  constexpr std::uint32_t kRuns = 25;
  const test::TemporaryDirectory directory;
  const auto threshold = static_cast<std::uint32_t>(private_words(kOptions).threshold());
  const auto frequency = [&](std::uint32_t i) {
    return i % 2 == 0 ? threshold - 2 : threshold + 1;
  };
  test::write_file(directory / "documents", documents_of(threshold + 1, frequency));
  double variance = 0;
  double wrong = 0;
  double both = 0;
  for (std::uint32_t run = 0; run < kRuns; ++run) {
    const std::string output = directory / std::to_string(run);
    const std::vector<bool> chosen = chosen_words(directory / "documents", output, run);
    const Charge charge = only_charge(output + ".ledger");
    ASSERT_EQ(charge.mechanism.name, "private_words");
    EXPECT_EQ(charge.mechanism.parameters.count("threshold"), threshold);
    EXPECT_EQ(charge.mechanism.parameters.count("words"), kOfferedWords);
    variance = rational_from_text(charge.mechanism.parameters.text("variance")).value();
    for (std::uint32_t i = 0; i + 1 < kOfferedWords; i += 2) {
      const bool low = chosen[i];
      const bool high = !chosen[i + 1];
      wrong += (low ? 1 : 0) + (high ? 1 : 0);
      both += low && high ? 1 : 0;
    }
  }
  const double n = double{kRuns} * kOfferedWords;
  const double p = tail_of(variance, 2);
  const double error = std::sqrt(p * (1 - p) / n);
  ASSERT_GE(p - tail_of(0.99 * variance, 2), 5.9 * error) << "too few words for 1%";
  EXPECT_NEAR(wrong / n, p, 4.5 * error);
  // Pairs of words, independent: both are wrong p^2 of the time, to six standard errors.
  EXPECT_NEAR(both / (n / 2), p * p, 6 * std::sqrt(p * p / (n / 2)));
}

// Words of one document: noise alone must lift them over the threshold, which it may do in a
// quarter of all runs.
TEST(VocabularyLaw, WordsOfASingleDocumentPassAsSeldomAsCharged) {
  const test::TemporaryDirectory directory;
  test::write_file(directory / "documents", documents_of(1, [](std::uint32_t) { return 1U; }));
  double passed = 0;
  constexpr int kRuns = 20;
  for (std::uint32_t run = 0; run < kRuns; ++run) {
    const std::string output = directory / std::to_string(run);
    try {
      const std::vector<bool> chosen = chosen_words(directory / "documents", output, run);
      passed += static_cast<double>(std::count(chosen.begin(), chosen.end(), true));
    } catch (const InputError&) {
      // No word passed, so that there is no corpus.
    }
  }
  const Charge charge = only_charge(directory / "0.ledger");
  const double variance = rational_from_text(charge.mechanism.parameters.text("variance")).value();
  const double expected =
      kRuns * kOfferedWords * tail_of(variance, charge.mechanism.parameters.count("threshold") - 1);
  EXPECT_LE(expected, kRuns * charge.mechanism.loss.delta);
  EXPECT_LE(charge.mechanism.loss.delta, 0.25);
  // A Poisson number of mean at most 5: above 20 with a probability below 1e-6.
  EXPECT_LE(passed, 20);
}

}  // namespace
}  // namespace dplda
