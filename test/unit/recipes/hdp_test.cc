// The law of hdp's sweep: the fast one equals the plain draws of the privacy room.
#include "recipes/hdp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "privacy/clipped_draw.h"
#include "privacy/discrete_laplace.h"
#include "reference/options.h"
#include "reference/small_corpora.h"
#include "training/training.h"

namespace dplda {
namespace {

// The topics of one hdp sweep, from what docs/internals/algorithms.md says, plainly.
class NaiveHdp final : public Observer {
 public:
  NaiveHdp(const HdpOptions& options, const RandomStreams& random)
      : options_(options),
        random_(random),
        before_{TokenSequences({0}, {}, 1), {}, TopicTable(1, 1)} {}

  void on_start(const Method& method, std::uint32_t, std::uint32_t) override {
    before_ = *method.chain();
  }

  void on_sweep(const Method& method, std::uint32_t sweep) override {
    const Chain& chain = *method.chain();
    const Prior& prior = method.prior();
    sweep_once(prior, sweep);
    ASSERT_EQ(before_.topics, chain.topics) << "sweep " << sweep;
    ++compared;
    before_ = chain;
  }

  int compared = 0;

 private:
  void sweep_once(const Prior& prior, std::uint32_t sweep) {
    const std::size_t topics = prior.topics();
    const TokenSequences& tokens = before_.tokens;
    const DiscreteLaplace noise(Rational{2, 1});
    const ClippedDraw draw(options_.clip, *options_.beta, 4);
    std::vector<std::vector<std::uint32_t>> weights;
    for (std::uint32_t word = 0; word < tokens.vocabulary(); ++word) {
      std::vector<std::int32_t> cells(topics);
      noise.draw(cells, random_, {.purpose = Purpose::kNoise, .sweep = sweep, .document = word});
      auto& row = weights.emplace_back();
      for (std::size_t k = 0; k < topics; ++k)
        row.push_back(draw.weight(cells[k] + before_.table.column(word)[k]));
    }
    // alpha = 1 / 10, R_k as large as sums of 31 bits allow, or 1000, or as 2^32 allows.
    const double factor_sum =
        10.0 * static_cast<double>(tokens.longest() + 8) + static_cast<double>(topics);
    const double most =
        std::min(std::max(std::floor(2147483647.0 / (factor_sum * draw.largest())), 1000.0),
                 std::floor(4294967295.0 / factor_sum));
    double least = std::numeric_limits<double>::infinity();
    const auto denominator = [&](std::size_t k) {
      return static_cast<double>(before_.table.totals()[k]) + tokens.vocabulary() * prior.beta;
    };
    for (std::size_t k = 0; k < topics; ++k) least = std::min(least, denominator(k));
    for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
      for (std::uint64_t j = 0; j < tokens.length(m); ++j) {
        std::vector<std::uint64_t> factors;
        for (std::size_t k = 0; k < topics; ++k) {
          std::uint64_t others = 0;
          for (std::uint64_t i = 0; i < tokens.length(m); ++i)
            others += i != j && before_.topics[tokens.begin(m) + i] == k ? 1 : 0;
          const auto ratio =
              static_cast<std::uint64_t>(std::max(1.0, std::floor(most * least / denominator(k))));
          factors.push_back(ratio * (1 + 10 * others));
        }
        before_.topics[tokens.begin(m) + j] = static_cast<Topic>(ClippedDraw::draw(
            weights[tokens.document(m)[j]], factors, random_,
            {.purpose = Purpose::kTopic, .sweep = sweep, .document = m, .position = j}));
      }
    }
  }

  HdpOptions options_;
  RandomStreams random_;
  Chain before_;
};

TEST(Hdp, ASweepEqualsThePlainDrawsOfThePrivacyRoomBitForBit) {
  const Corpus corpus = test::planted_corpus(2, 60, 25, 4);
  // Weights of one byte and of two and four, sums of 31 bits and of more.
  const std::pair<std::int64_t, double> settings[] = {
      {1, 73.7}, {2, 73.7}, {5, 74}, {50, 73.7}, {50, 74}, {70, 74}, {40, 4000.25}, {40, 100000.3}};
  for (const auto& [topics, clip] : settings) {
    HdpOptions options;
    options.clip = clip;
    options.seed = 3;
    options.sweeps = 12;
    options.epsilon_noise = 1;
    options.topics = topics;
    options.threads = 3;
    options.beta = 0.5;
    NaiveHdp naive(options, RandomStreams(key_from_seed(3)));
    train(corpus, options, naive);
    EXPECT_EQ(naive.compared, 12);
  }
}

// One law, two maps from random numbers to topics.
TEST(Hdp, TheSparseKernelDrawsOtherTopicsTheSameForAnyNumberOfThreads) {
  class Last final : public Observer {
   public:
    void on_sweep(const Method& method, std::uint32_t) override { topics = method.chain()->topics; }
    std::vector<Topic> topics;
  };
  const Corpus corpus = test::planted_corpus(2, 60, 25, 4);
  const auto topics_of = [&](const std::string& kernel, std::int64_t threads) {
    TrainOptions options = options_for("hdp");
    options->seed = 3;
    options->sweeps = 3;
    test::set(options, "epsilon-noise", 1);
    options->topics = 20;
    options->threads = threads;
    test::set(options, "kernel", kernel);
    Last last;
    train(corpus, options, last);
    return last.topics;
  };
  const std::vector<Topic> sparse = topics_of("sparse", 1);
  EXPECT_EQ(sparse, topics_of("sparse", 3));
  EXPECT_NE(sparse, topics_of("dense", 1));
  EXPECT_EQ(topics_of("auto", 1), topics_of("dense", 2));
}

// R_k stands for 1 / (n_k + V beta) whatever alpha is: one of many digits must not take its bits.
TEST(Hdp, TopicsOfAnySizeHaveTheirRatiosForAnyAlpha) {
  const Corpus corpus = test::planted_corpus(2, 60, 25, 4);
  const RandomStreams random(key_from_seed(5));
  ThreadPool pool(1);
  const TokenSequences tokens(corpus, random, pool);
  for (const double alpha : {0.1, 1.0, 0.100001, 0.1234567, 1.0 / 3, 50.0 / 7}) {
    HdpOptions options;
    options.topics = 7;
    options.alpha = alpha;
    options.epsilon_noise = 1;
    const RunSetup setup = setup_of(options);
    // Topic k has about k times as many tokens as topic 1.
    Chain chain{tokens, std::vector<Topic>(tokens.tokens()), TopicTable(7, tokens.vocabulary())};
    for (std::size_t j = 0; j < chain.topics.size(); ++j)
      chain.topics[j] = static_cast<Topic>(std::min<std::size_t>(j * j % 97 / 8, 6));
    chain.table.recount(chain.tokens, chain.topics, pool);
    const std::vector<std::int64_t> totals(chain.table.totals().begin(),
                                           chain.table.totals().end());
    OnePart part;
    CpuBackend backend(pool, part);
    const auto method = setup.on_documents({setup.run, random, backend}, chain);
    method->sweep(1);
    const SnapshotLaw& law = *method->drawn_by().frozen;
    const auto size = [&](std::size_t k) {
      return static_cast<double>(totals[k]) + law.words() * setup.beta;
    };
    double least = size(0);
    double largest_step = 0;
    for (std::size_t k = 0; k < 7; ++k) {
      least = std::min(least, size(k));
      largest_step = std::max(largest_step, static_cast<double>(law.step()[k]));
    }
    for (std::size_t k = 0; k < 7; ++k) {
      // Down by at most one of R_k, which is at least 1000 times its share.
      const double share = least / size(k);
      EXPECT_NEAR(static_cast<double>(law.step()[k]) / largest_step, share, 1e-3) << alpha;
      EXPECT_NEAR(static_cast<double>(law.base()[k]) / static_cast<double>(law.step()[k]), alpha,
                  0.01 * alpha);
    }
  }
}

}  // namespace
}  // namespace dplda
