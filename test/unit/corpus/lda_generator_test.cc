#include "corpus/lda_generator.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "base/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

Corpus generated_corpus(const LdaOptions& options) {
  const test::TemporaryDirectory directory;
  generate_lda(options, directory / "c.npz");
  EXPECT_EQ(directory.entries(), 1u);
  return Corpus::load(directory / "c.npz");
}

TEST(LdaGenerator, DocumentsHaveTheTokensAskedFor) {
  const Corpus corpus =
      generated_corpus({.documents = 300, .words = 50, .topics = 4, .tokens = 77});
  EXPECT_EQ(corpus.documents(), 300u);
  EXPECT_EQ(corpus.words(), 50u);
  EXPECT_EQ(corpus.vocabulary().origin(), VocabularyOrigin::kPublic);
  EXPECT_EQ(corpus.vocabulary().word(0), "w00001");
  for (std::uint64_t m = 0; m < 300; ++m) EXPECT_EQ(corpus.document(m).tokens(), 77u);
}

TEST(LdaGenerator, DistinctWordsAreDistinctEvenWhereTopicsAreNarrow) {
  // beta = 0.01: a topic has most of its mass on fewer than the 40 words that are wanted.
  for (const double beta : {0.01, 0.5}) {
    const Corpus corpus = generated_corpus({.documents = 200,
                                            .words = 300,
                                            .topics = 5,
                                            .tokens = 40,
                                            .distinct = true,
                                            .alpha = 0.05,
                                            .beta = beta});
    for (std::uint64_t m = 0; m < 200; ++m) {
      EXPECT_EQ(corpus.document(m).words.size(), 40u);
      EXPECT_EQ(corpus.document(m).tokens(), 40u);
    }
  }
  EXPECT_THROW(generated_corpus({.documents = 1, .words = 30, .tokens = 40, .distinct = true}),
               InputError);
}

// Document shares average out to equal parts, so that a word's frequency tends to its mean over the
// topics. Shares of documents vary by sqrt(1/K (1-1/K) / (K alpha + 1)) = 0.31 a document for K =
// 4: over 20,000 documents 0.0022, five times that on each of four topics, plus the tokens' own.
TEST(LdaGenerator, WordsHaveTheFrequenciesOfTheirTopics) {
  const LdaOptions options{.documents = 20000, .words = 40, .topics = 4, .tokens = 50, .seed = 9};
  const std::vector<double> phi = draw_topics(options);
  const Corpus corpus = generated_corpus(options);
  std::vector<double> seen(40, 0);
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    for (std::size_t i = 0; i < bag.words.size(); ++i)
      seen[static_cast<std::size_t>(bag.words[i])] += bag.counts[i] / 1e6;
  }
  for (std::size_t t = 0; t < 40; ++t) {
    const double mean = (phi[t] + phi[40 + t] + phi[80 + t] + phi[120 + t]) / 4;
    EXPECT_NEAR(seen[t], mean, 0.025) << t;
  }
}

// Tokens of one document have more in common than those of two: with alpha -> 0 a document has one
// topic, so that it uses words of that topic alone.
TEST(LdaGenerator, ADocumentKeepsToItsTopics) {
  const LdaOptions options{.documents = 200,
                           .words = 500,
                           .topics = 3,
                           .tokens = 60,
                           .alpha = 1e-5,
                           .beta = 0.05,
                           .zipf = 0};
  const std::vector<double> phi = draw_topics(options);
  const Corpus corpus = generated_corpus(options);
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    int fitting = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bool fits = true;
      for (const std::int32_t word : corpus.document(m).words)
        fits = fits && phi[k * 500 + static_cast<std::size_t>(word)] > 1e-9;
      fitting += fits ? 1 : 0;
    }
    EXPECT_GE(fitting, 1) << m;
  }
}

TEST(LdaGenerator, FrequentWordsComeFirstUnlessZipfIsZero) {
  const auto first_tenth = [](double zipf) {
    const LdaOptions options{.words = 1000, .topics = 50, .beta = 0.1, .zipf = zipf};
    const std::vector<double> phi = draw_topics(options);
    double sum = 0;
    for (std::size_t k = 0; k < 50; ++k)
      sum = std::accumulate(phi.begin() + static_cast<std::ptrdiff_t>(k * 1000),
                            phi.begin() + static_cast<std::ptrdiff_t>(k * 1000 + 100), sum);
    return sum / 50;
  };
  // H(100) / H(1000) = 0.693; standard deviations over 50 topics with concentration 100: below
  // 0.007.
  EXPECT_NEAR(first_tenth(1), 0.693, 0.035);
  EXPECT_NEAR(first_tenth(0), 0.1, 0.035);
}

TEST(LdaGenerator, TheSameSeedGivesTheSameBytes) {
  const test::TemporaryDirectory directory;
  LdaOptions options{.documents = 100, .words = 50, .topics = 3, .tokens = 20, .seed = 4};
  generate_lda(options, directory / "a.npz");
  generate_lda(options, directory / "b.npz");
  EXPECT_EQ(test::read_file(directory / "a.npz"), test::read_file(directory / "b.npz"));
  options.seed = 5;
  generate_lda(options, directory / "c.npz");
  EXPECT_NE(test::read_file(directory / "a.npz"), test::read_file(directory / "c.npz"));
}

TEST(LdaGenerator, PlantedTopicsNameTheWords) {
  const std::array<double, 4> phi{0.25, 0.75, 1, 0};
  const PlantedTopics topics = planted_topics(phi, numbered_words(2));
  ASSERT_EQ(topics.size(), 2u);
  EXPECT_EQ(topics[0].words.front().first, "w00002");
  EXPECT_EQ(topics[1].words.size(), 1u);
}

}  // namespace
}  // namespace dplda
