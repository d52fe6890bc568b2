#include "lab/speed/textbook.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "corpus/lda_generator.h"

namespace dplda {
namespace {

// Two documents; the first token of the first is looked at.
Chain chain_of_six_tokens() {
  TokenSequences tokens({0, 3, 6}, {0, 0, 1, 0, 1, 2}, 3);
  std::vector<Topic> topics = {0, 1, 1, 2, 0, 2};
  Chain chain{std::move(tokens), std::move(topics), TopicTable(3, 3)};
  ThreadPool pool(1);
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

TEST(TextbookSampler, DrawsTheCollapsedConditionalOfTheFirstToken) {
  const Prior prior{.alpha = {0.5, 0.5, 0.5}, .beta = 0.25};
  // Without the token: word 0 has topics (0, 1, 1), the topics' totals are (1, 2, 2), the document
  // has (0, 2, 0); V beta = 0.75.
  const std::array<double, 3> weights = {0.25 / 1.75 * 0.5, 1.25 / 2.75 * 2.5, 1.25 / 2.75 * 0.5};
  const double sum = weights[0] + weights[1] + weights[2];
  constexpr int kDraws = 20000;
  const RandomStreams random(key_from_seed(1));
  TextbookSampler sampler(random);
  std::array<int, 3> seen{};
  for (std::uint32_t sweep = 1; sweep <= kDraws; ++sweep) {
    Chain chain = chain_of_six_tokens();
    sampler.sweep(chain, prior, sweep);
    ++seen[chain.topics[0]];
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double p = weights[k] / sum;
    // Five standard deviations: beyond them once in a million.
    EXPECT_NEAR(seen[k], kDraws * p, 5 * std::sqrt(kDraws * p * (1 - p))) << k;
  }
}

TEST(TextbookSampler, CountsAgreeWithTopicsAfterASweep) {
  Chain chain = chain_of_six_tokens();
  const RandomStreams random(key_from_seed(2));
  TextbookSampler(random).sweep(chain, {.alpha = {0.1, 0.1, 0.1}, .beta = 0.01}, 1);
  ThreadPool pool(1);
  TopicTable counted(3, 3);
  counted.recount(chain.tokens, chain.topics, pool);
  EXPECT_EQ(chain.table, counted);
}

TEST(TextbookThetas, AreSharesAndFindTheTopicOfADocument) {
  // Topic k has word k alone, nearly.
  std::vector<float> phi = {0.98f, 0.01f, 0.01f, 0.01f, 0.98f, 0.01f, 0.01f, 0.01f, 0.98f};
  const Prior prior{.alpha = {0.1, 0.1, 0.1}, .beta = 0.01};
  const Model model({.vocabulary = numbered_words(3),
                     .phi = phi,
                     .prior = prior,
                     .prevalence = {},
                     .coherence = {},
                     .meta = {}},
                    "test");
  DocumentBatch batch;
  const std::vector<std::uint32_t> ones(30, 1);
  const std::vector<std::uint32_t> twos(30, 2);
  batch.add(ones, 0);
  batch.add(twos, 1);
  const std::vector<double> thetas = textbook_thetas(model, batch, RandomStreams(key_from_seed(1)));
  ASSERT_EQ(thetas.size(), 6u);
  EXPECT_GT(thetas[1], 0.9);
  EXPECT_GT(thetas[5], 0.9);
  EXPECT_NEAR(thetas[0] + thetas[1] + thetas[2], 1, 1e-12);
  EXPECT_NEAR(thetas[3] + thetas[4] + thetas[5], 1, 1e-12);
}

TEST(TextbookFlips, FlipAsOftenAsTheThresholdSays) {
  std::vector<std::uint64_t> bits(1000);
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kReport);
  textbook_flips(bits, std::uint64_t{1} << 62, stream);
  int flipped = 0;
  for (const std::uint64_t word : bits) flipped += std::popcount(word);
  // A quarter of 64,000; five standard deviations.
  EXPECT_NEAR(flipped, 16000, 5 * std::sqrt(64000 * 0.25 * 0.75));
}

}  // namespace
}  // namespace dplda
