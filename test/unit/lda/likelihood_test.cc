#include "lda/likelihood.h"

#include <gtest/gtest.h>

#include "reference/naive_lda.h"

namespace dplda {
namespace {

TEST(Likelihood, EqualsTheDirichletMultinomialFormula) {
  const test::NaiveChain naive{.words = {{0, 1, 1, 2}, {2, 2, 0}, {}},
                               .topics = {{0, 1, 1, 0}, {2, 2, 0}, {}},
                               .vocabulary = 3};
  const Prior prior{.alpha = {0.1, 0.4, 2.0}, .beta = 0.3};
  const double expected = test::naive_log_joint(naive, prior) / 7;
  EXPECT_NEAR(log_likelihood_per_token(test::chain_of(naive, 3), prior), expected, 1e-12);
}

}  // namespace
}  // namespace dplda
