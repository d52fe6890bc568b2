#include "lda/prior_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"
#include "base/simd.h"
#include "lda/samplers.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

Chain chain_of(const Corpus& corpus, std::size_t topics, const RandomStreams& random,
               ThreadPool& pool) {
  TokenSequences tokens(corpus, random, pool);
  std::vector<Topic> initial =
      initial_topics(tokens, static_cast<std::int64_t>(topics), random, pool);
  Chain chain{std::move(tokens), std::move(initial), TopicTable(topics, corpus.words())};
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

Prior prior_of(std::size_t topics, double beta) {
  return {.alpha = std::vector<double>(topics, 0.25), .beta = beta};
}

// With a beta that binary fractions hold exactly, every sum is exact and no draw may differ.
TEST(PriorTable, ATableOfEqualCellsSamplesAsTheirBetaDoes) {
  const Corpus corpus = test::planted_corpus(1, 60, 20, 4);
  const RandomStreams random(key_from_seed(1));
  ThreadPool pool(2);
  const PriorTable table(5, corpus.words(), 0.5);
  for (const Sampling sampling : {Sampling::kSequential, Sampling::kSnapshot}) {
    Chain plain = chain_of(corpus, 5, random, pool);
    Chain under = chain_of(corpus, 5, random, pool);
    const auto plain_sampler = make_sampler(sampling, random, pool);
    const auto under_sampler = make_sampler_under(table, sampling, random, pool);
    const Prior prior = prior_of(5, 0.5);
    std::size_t different = 0;
    for (std::uint32_t sweep = 1; sweep <= 5; ++sweep) {
      plain_sampler->sweep(plain, prior, sweep);
      under_sampler->sweep(under, prior, sweep);
      for (std::size_t j = 0; j < plain.topics.size(); ++j)
        different += plain.topics[j] != under.topics[j] ? 1 : 0;
      under.topics = plain.topics;
      under.table = plain.table;
    }
    // The snapshot's integer weights come from floats here: a weight is off by 2^-24 at most, and
    // with it a draw with probability below 2^-20.
    EXPECT_EQ(different, 0U) << static_cast<int>(sampling);
  }
}

TEST(PriorTable, AHeavyPriorDecidesTheTopics) {
  const Corpus corpus = test::planted_corpus(2, 40, 20, 4);
  const RandomStreams random(key_from_seed(2));
  ThreadPool pool(1);
  PriorTable table(4, corpus.words(), 1e-6);
  std::vector<double> cells(std::size_t{4} * corpus.words());
  for (std::uint32_t word = 0; word < corpus.words(); ++word) cells[word * 4 + word % 4] = 1e9;
  table.add(cells, 1.0);
  for (const Sampling sampling : {Sampling::kSequential, Sampling::kSnapshot}) {
    Chain chain = chain_of(corpus, 4, random, pool);
    make_sampler_under(table, sampling, random, pool)->sweep(chain, prior_of(4, 0.1), 1);
    for (std::uint64_t j = 0; j < chain.tokens.tokens(); ++j)
      ASSERT_EQ(chain.topics[j], chain.tokens.words()[j] % 4) << static_cast<int>(sampling);
  }
}

TEST(PriorTable, GivesTheSameTopicsForAnyNumberOfThreadsAndInstructionSet) {
  const Corpus corpus = test::planted_corpus(3, 200, 20, 4);
  const RandomStreams random(key_from_seed(3));
  PriorTable table(7, corpus.words(), 0.01);
  const auto topics_with = [&](int threads) {
    ThreadPool pool(threads);
    Chain chain = chain_of(corpus, 7, random, pool);
    const auto sampler = make_sampler_under(table, Sampling::kSnapshot, random, pool);
    for (std::uint32_t sweep = 1; sweep <= 4; ++sweep)
      sampler->sweep(chain, prior_of(7, 0.01), sweep);
    return chain.topics;
  };
  const std::vector<Topic> expected = topics_with(1);
  EXPECT_EQ(topics_with(3), expected);
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    EXPECT_EQ(topics_with(2), expected) << set;
  }
  use_instruction_set("best");
}

TEST(PriorTable, SumsFollowWhatIsAddedAndScaled) {
  PriorTable table(3, 5, 0.5);
  EXPECT_DOUBLE_EQ(table.total(), 7.5);
  TopicTable counts(3, 5);
  counts.column(2)[1] = 4;
  counts.totals()[1] = 4;
  table.add(counts, 0.25);
  EXPECT_DOUBLE_EQ(table.column(2)[1], 1.5);
  EXPECT_DOUBLE_EQ(table.totals()[1], 3.5);
  table.scale(0.5);
  EXPECT_DOUBLE_EQ(table.column(2)[1], 0.75);
  EXPECT_DOUBLE_EQ(table.total(), 4.25);
  const std::vector<float> phi = phi_under(table, counts);
  EXPECT_FLOAT_EQ(phi[1 * 5 + 2], static_cast<float>(4.75 / 5.75));
}

// One token after the other, each with probability (n + beta) / (n_k + total): the urn whose
// product log_probability states.
TEST(PriorTable, TheLogProbabilityIsThatOfTheUrn) {
  PriorTable table(3, 6, 0.1);
  TopicTable counts(3, 6);
  TopicTable larger(3, 6);
  std::vector<double> cells(18);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<double>(i * i % 7) * 13.7;
  table.add(cells, 1.0);
  double expected = 0;
  for (std::uint32_t word = 0; word < 6; ++word) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto count = static_cast<std::int32_t>((word * 5 + k * 3) % 8);
      for (std::int32_t i = 0; i < count; ++i) {
        expected += std::log((i + table.column(word)[k]) /
                             (static_cast<double>(counts.totals()[k]) + table.totals()[k]));
        ++counts.column(word)[k];
        ++counts.totals()[k];
      }
    }
  }
  EXPECT_NEAR(log_probability(table, counts), expected, 1e-9);
  EXPECT_DOUBLE_EQ(log_probability(table, larger), 0.0);
}

}  // namespace
}  // namespace dplda
