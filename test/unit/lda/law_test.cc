#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/errors.h"
#include "lda/alpha.h"
#include "lda/inference.h"
#include "lda/likelihood.h"
#include "lda/snapshot_law.h"
#include "reference/naive_lda.h"
#include "reference/small_corpora.h"
#include "reference/statistics.h"

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

TEST(TokenSequences, HoldEveryTokenOfTheBagAndDependOnTheKeyAlone) {
  const Corpus corpus = test::planted_corpus(1, 20, 30, 3);
  const Streams streams(key_from_seed(4));
  ThreadPool one(1);
  ThreadPool seven(7);
  const TokenSequences tokens(corpus, streams, one);
  const TokenSequences again(corpus, streams, seven);
  EXPECT_TRUE(std::equal(tokens.words().begin(), tokens.words().end(), again.words().begin()));
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    std::map<std::int32_t, std::int32_t> bag;
    for (const std::uint32_t word : tokens.document(m)) ++bag[static_cast<std::int32_t>(word)];
    const Bag expected = corpus.document(m);
    ASSERT_EQ(bag.size(), expected.words.size());
    for (std::size_t i = 0; i < expected.words.size(); ++i)
      EXPECT_EQ(bag[expected.words[i]], expected.counts[i]);
  }
}

// Every order of a document of four distinct words is equally likely: 24,000 documents, chi-square
// at 1e-6.
TEST(TokenSequences, EveryOrderIsEquallyLikely) {
  const std::size_t documents = 24000;
  const Corpus corpus =
      test::corpus_of(std::vector<std::vector<std::uint32_t>>(documents, {0, 1, 2, 3}), 4);
  ThreadPool pool(2);
  const TokenSequences tokens(corpus, Streams(key_from_seed(9)), pool);
  std::map<std::vector<std::uint32_t>, std::uint64_t> orders;
  for (std::uint64_t m = 0; m < documents; ++m) {
    ++orders[{tokens.document(m).begin(), tokens.document(m).end()}];
  }
  ASSERT_EQ(orders.size(), 24u);
  std::vector<std::uint64_t> counts;
  for (const auto& [order, count] : orders) counts.push_back(count);
  EXPECT_GT(test::chi_square_p_value(counts, std::vector<double>(24, 1.0 / 24)), 1e-6);
}

Chain chain_of_naive(const test::NaiveChain& naive, std::size_t topics) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  std::vector<Topic> assigned;
  for (std::size_t m = 0; m < naive.words.size(); ++m) {
    words.insert(words.end(), naive.words[m].begin(), naive.words[m].end());
    assigned.insert(assigned.end(), naive.topics[m].begin(), naive.topics[m].end());
    offsets.push_back(words.size());
  }
  ThreadPool pool(1);
  Chain chain{TokenSequences(offsets, words, naive.vocabulary), assigned,
              TopicTable(topics, naive.vocabulary)};
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

TEST(Likelihood, EqualsTheDirichletMultinomialFormula) {
  const test::NaiveChain naive{.words = {{0, 1, 1, 2}, {2, 2, 0}, {}},
                               .topics = {{0, 1, 1, 0}, {2, 2, 0}, {}},
                               .vocabulary = 3};
  const Prior prior{.alpha = {0.1, 0.4, 2.0}, .beta = 0.3};
  const double expected = test::naive_log_joint(naive, prior) / 7;
  EXPECT_NEAR(log_likelihood_per_token(chain_of_naive(naive, 3), prior), expected, 1e-12);
}

// 4000 documents of 60 tokens drawn from a known alpha: the estimate's standard error is a few per
// cent of alpha (the Fisher information of a share near 1/3 grows with the documents: sd about
// alpha * 2 / sqrt(4000) = 3%); 15% is 5 sd.
TEST(OptimiseAlpha, FindsTheAlphaThatTopicCountsWereDrawnFrom) {
  const std::vector<double> truth = {0.2, 0.5, 1.5};
  const Streams streams(key_from_seed(21));
  Stream stream(streams, Purpose::kSynthetic);
  test::NaiveChain naive{.words = {}, .topics = {}, .vocabulary = 1};
  for (int m = 0; m < 4000; ++m) {  // a Polya urn: the Dirichlet-multinomial itself
    std::vector<double> weights = truth;
    double total = 2.2;
    auto& topics = naive.topics.emplace_back();
    naive.words.emplace_back(60, 0);
    for (int j = 0; j < 60; ++j) {
      double u = stream.uniform() * total;
      std::uint32_t k = 0;
      while (k < 2 && u >= weights[k]) u -= weights[k++];
      topics.push_back(k);
      weights[k] += 1;
      total += 1;
    }
  }
  const Chain chain = chain_of_naive(naive, 3);
  Prior prior{.alpha = {1, 1, 1}, .beta = 0.1};
  for (int i = 0; i < 20; ++i) optimise_alpha(prior, chain, true);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(prior.alpha[k], truth[k], 0.15 * truth[k]);

  Prior symmetric{.alpha = {1, 1, 1}, .beta = 0.1};
  for (int i = 0; i < 20; ++i) optimise_alpha(symmetric, chain, false);
  EXPECT_EQ(symmetric.alpha[0], symmetric.alpha[2]);
  EXPECT_GT(symmetric.alpha[0], 0.2);
  EXPECT_LT(symmetric.alpha[0], 1.5);
}

Model two_topics() {
  return Model({.vocabulary = Vocabulary({"a", "b"}, VocabularyOrigin::kPublic),
                .phi = {0.9f, 0.1f, 0.2f, 0.8f},
                .prior = {.alpha = {0.5, 0.5}, .beta = 0.1},
                .prevalence = {},
                .coherence = {},
                .meta = {}},
               "test");
}

TEST(FoldIn, ThetaIsADistributionAndAnEmptyDocumentGivesThePrior) {
  const Model model = two_topics();
  ThreadPool pool(1);
  const FoldIn fold_in(model, 10, pool);
  const std::vector<std::uint32_t> tokens = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0};
  DocumentBatch batch;
  batch.add({}, 0);
  batch.add(tokens, 5);
  const std::vector<double> thetas = fold_in.thetas(batch);
  EXPECT_DOUBLE_EQ(thetas[0], 0.5);
  EXPECT_DOUBLE_EQ(thetas[1], 0.5);
  EXPECT_NEAR(thetas[2] + thetas[3], 1, 1e-12);
  EXPECT_GT(thetas[2], 0.5);
}

TEST(FoldIn, ADocumentHasTheSameThetaAloneAndAmongOthers) {
  const Model model = two_topics();
  ThreadPool pool(1);
  const FoldIn fold_in(model, 60, pool);
  DocumentBatch all;
  std::vector<double> alone;
  for (std::uint64_t m = 0; m < 40; ++m) {
    std::vector<std::uint32_t> tokens(m * 7 % 60);
    for (std::size_t j = 0; j < tokens.size(); ++j) tokens[j] = (j * j + m) % 3 == 0;
    all.add(tokens, 100 + m);
    DocumentBatch one;
    one.add(tokens, 100 + m);
    const std::vector<double> theta = fold_in.thetas(one);
    alone.insert(alone.end(), theta.begin(), theta.end());
  }
  EXPECT_EQ(fold_in.thetas(all), alone);
}

// The mean of theta over many documents with the same tokens is the posterior mean, which two
// tokens allow to be written down: 20,000 documents, each an average of 20 correlated draws with sd
// below 0.5: 5 sd of the mean < 0.018.
TEST(FoldIn, AveragesToThePosteriorMean) {
  const Model model = two_topics();
  ThreadPool pool(1);
  const FoldIn fold_in(model, 2, pool);
  const std::vector<std::uint32_t> tokens = {0, 1};
  double expected = 0;
  double total = 0;
  for (int first = 0; first < 2; ++first) {
    for (int second = 0; second < 2; ++second) {
      const double phi_first = first == 0 ? 0.9 : 0.2;
      const double phi_second = second == 0 ? 0.1 : 0.8;
      // P(z) of the Polya urn with alpha = 1/2: the same topic twice 1/2 * 3/4, different ones 1/2
      // * 1/4.
      const double weight = phi_first * phi_second * (first == second ? 0.375 : 0.125);
      expected += weight * ((first == 0) + (second == 0) + 0.5) / 3;
      total += weight;
    }
  }
  DocumentBatch documents;
  for (std::uint64_t m = 0; m < 20000; ++m) documents.add(tokens, m);
  const std::vector<double> thetas = fold_in.thetas(documents);
  double sum = 0;
  for (std::size_t m = 0; m < documents.size(); ++m) sum += thetas[2 * m];
  EXPECT_NEAR(sum / static_cast<double>(documents.size()), expected / total, 0.018);
}

}  // namespace
}  // namespace dplda
