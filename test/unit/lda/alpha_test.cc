#include "lda/alpha.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "reference/naive_lda.h"

namespace dplda {
namespace {

// 4000 documents of 60 tokens drawn from a known alpha: the estimate's standard error is a few per
// cent of alpha (the Fisher information of a share near 1/3 grows with the documents: sd about
// alpha * 2 / sqrt(4000) = 3%); 15% is 5 sd.
TEST(OptimiseAlpha, FindsTheAlphaThatTopicCountsWereDrawnFrom) {
  const std::vector<double> truth = {0.2, 0.5, 1.5};
  const RandomStreams random(key_from_seed(21));
  RandomStream stream(random, Purpose::kSynthetic);
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
  const Chain chain = test::chain_of(naive, 3);
  Prior prior{.alpha = {1, 1, 1}, .beta = 0.1};
  for (int i = 0; i < 20; ++i) optimise_alpha(prior, chain, true);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(prior.alpha[k], truth[k], 0.15 * truth[k]);

  Prior symmetric{.alpha = {1, 1, 1}, .beta = 0.1};
  for (int i = 0; i < 20; ++i) optimise_alpha(symmetric, chain, false);
  EXPECT_EQ(symmetric.alpha[0], symmetric.alpha[2]);
  EXPECT_GT(symmetric.alpha[0], 0.2);
  EXPECT_LT(symmetric.alpha[0], 1.5);
}

}  // namespace
}  // namespace dplda
