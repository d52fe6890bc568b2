#include "lda/inference.h"

#include <gtest/gtest.h>

#include <vector>

namespace dplda {
namespace {

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
