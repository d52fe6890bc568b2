// The attack that guesses words from their topics: what it believes is what Bayes' rule says.
#include "attack/topic_attack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/errors.h"
#include "privacy/clipped_draw.h"
#include "recipes/hdp.h"
#include "reference/options.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

TrainOptions options_of(const std::string& recipe, const std::string& sampler) {
  TrainOptions options = options_for(recipe);
  options->topics = 4;
  options->sweeps = 6;
  options->alpha = 0.5;
  options->seed = 5;
  options->threads = 1;
  test::set_if_known(options, "sampler", sampler);
  if (recipe != "cgs") test::set(options, "epsilon-noise", 1.0);
  return options;
}

// Keeps all topics of all sweeps, and the noise that was added; then works everything out from the
// formulas, a token at a time, with nothing carried over.
class NaiveAttack final : public Observer {
 public:
  explicit NaiveAttack(const TrainOptions& options) : options_(options) {}

  void on_start(const Method& method, std::uint32_t, std::uint32_t) override {
    const Chain& chain = *method.chain();
    words_.assign(chain.tokens.words().begin(), chain.tokens.words().end());
    for (std::uint64_t m = 0; m < chain.tokens.documents(); ++m)
      document_.insert(document_.end(), chain.tokens.length(m), m);
    vocabulary_ = chain.tokens.vocabulary();
    before_ = chain.topics;
    const std::size_t cells = words_.size() * vocabulary_;
    published_.assign(cells, 0.0);
    exact_.assign(cells, 0.0);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint32_t t = 0; t < vocabulary_; ++t) {
        double others = 1;
        for (std::size_t j = 0; j < words_.size(); ++j) others += (j != i && words_[j] == t);
        exact_[i * vocabulary_ + t] = std::log(others);
      }
    }
  }

  void on_draws(const Method& method) override {
    const Chain& chain = *method.chain();
    const Prior& prior = method.prior();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint32_t t = 0; t < vocabulary_; ++t) {
        published_[i * vocabulary_ + t] +=
            std::log(std::max(0.0, released(method, t, chain.topics[i])) + prior.beta);
        double sum = 0;
        for (std::size_t k = 0; k < prior.topics(); ++k)
          sum += weight(method, chain, prior, i, t, k);
        exact_[i * vocabulary_ + t] +=
            std::log(weight(method, chain, prior, i, t, chain.topics[i]) / sum);
      }
    }
    before_ = chain.topics;
  }

  AttackSuccess published() const { return success(published_); }
  AttackSuccess exact() const { return success(exact_); }

 private:
  double count(std::uint32_t t, std::size_t k) const {
    double count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) count += words_[i] == t && before_[i] == k;
    return count;
  }

  double released(const Method& method, std::uint32_t t, std::size_t k) const {
    if (method.released() != nullptr) return method.released()->column(t)[k];
    const Offsets* offsets = method.drawn_by().in_place;
    const std::size_t stride = (static_cast<std::size_t>(options_->topics) + 7) / 8 * 8;
    const bool added = offsets != nullptr && !offsets->table.empty();
    return count(t, k) + (added ? offsets->table[t * stride + k] : 0.0);
  }

  // As docs/internals/algorithms.md says it: tokens before the target have their new topics, those
  // after it the old ones, the target none.
  double weight(const Method& method, const Chain& chain, const Prior& prior, std::size_t target,
                std::uint32_t t, std::size_t k) const {
    double in_table = 0;
    double in_topic = 0;
    double in_document = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (i == target || (i < target ? chain.topics[i] : before_[i]) != k) continue;
      in_topic += 1;
      in_table += words_[i] == t;
      in_document += document_[i] == document_[target];
    }
    if (const SnapshotLaw* law = method.drawn_by().frozen) {
      return law->weight(t, k) * (static_cast<double>(law->base()[k]) +
                                  static_cast<double>(law->step()[k]) * in_document);
    }
    const Offsets& offsets = *method.drawn_by().in_place;
    const std::size_t stride = (prior.topics() + 7) / 8 * 8;
    std::vector<double> added(prior.topics());
    if (offsets.document) offsets.document(document_[target], added);
    if (!offsets.table.empty()) in_table += offsets.table[t * stride + k];
    return (std::min(std::max(0.0, in_table), offsets.clip) + prior.beta) *
           (std::max(0.0, in_document + added[k]) + prior.alpha[k]) /
           (in_topic + vocabulary_ * prior.beta);
  }

  AttackSuccess success(const std::vector<double>& scores) const {
    AttackSuccess sum;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const double* row = &scores[i * vocabulary_];
      const auto best = static_cast<std::size_t>(std::max_element(row, row + vocabulary_) - row);
      double total = 0;
      for (std::uint32_t t = 0; t < vocabulary_; ++t) total += std::exp(row[t] - row[best]);
      sum.accuracy += best == words_[i];
      sum.posterior += std::exp(row[words_[i]] - row[best]) / total;
    }
    const auto tokens = static_cast<double>(words_.size());
    return {sum.accuracy / tokens, sum.posterior / tokens};
  }

  const TrainOptions& options_;
  std::uint32_t vocabulary_ = 0;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> document_;
  std::vector<Topic> before_;
  std::vector<double> published_;
  std::vector<double> exact_;
};

class TopicAttackOf
    : public testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(TopicAttackOf, BelievesWhatItsFormulasSay) {
  const auto& [recipe, sampler, noise] = GetParam();
  TrainOptions options = options_of(recipe, sampler);
  test::set_if_known(options, "noise", noise);
  const Corpus corpus = test::planted_corpus(3, 12, 9, 2);
  NaiveAttack naive(options);
  train(corpus, options, naive);
  TopicAttack attack(1'000'000, 1);  // all tokens
  train(corpus, options, attack);
  ASSERT_EQ(attack.tokens(), corpus.tokens());
  ASSERT_EQ(attack.points().size(), 6u);
  const TopicAttackPoint& last = attack.points().back();
  EXPECT_NEAR(last.published.posterior, naive.published().posterior, 1e-9);
  EXPECT_NEAR(last.exact.posterior, naive.exact().posterior, 1e-9);
  EXPECT_NEAR(last.published.accuracy, naive.published().accuracy, 1e-12);
  EXPECT_NEAR(last.exact.accuracy, naive.exact().accuracy, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Recipes, TopicAttackOf,
                         testing::Values(std::tuple{"cgs", "sequential", "discrete"},
                                         std::tuple{"cgs", "snapshot", "discrete"},
                                         std::tuple{"hdp", "snapshot", "discrete"},
                                         std::tuple{"hdp", "sequential", "laplace"},
                                         std::tuple{"cdp", "sequential", "discrete"},
                                         std::tuple{"cdp-plus", "sequential", "laplace"}));

// The probability of everything that can be seen of an hdp run (releases and topics), were one
// token another word: all cells of all releases, all draws of all tokens, nothing left out.
class JointLaw final : public Observer {
 public:
  JointLaw(std::uint64_t token, double scale, const ClippedDraw& draw)
      : token_(token), scale_(scale), draw_(draw) {}

  void on_start(const Method& method, std::uint32_t, std::uint32_t) override {
    const Chain& chain = *method.chain();
    chain_.emplace(chain);
    const std::uint32_t words = chain.tokens.vocabulary();
    scores.assign(words, 0.0);
    for (std::uint32_t t = 0; t < words; ++t) {
      double others = 1;
      for (std::size_t i = 0; i < chain.tokens.tokens(); ++i)
        others += i != token_ && chain.tokens.words()[i] == t;
      scores[t] = std::log(others);
    }
  }

  void on_draws(const Method& method) override {
    const Chain& chain = *method.chain();
    for (std::uint32_t t = 0; t < scores.size(); ++t) {
      std::vector<std::uint32_t> words(chain.tokens.words().begin(), chain.tokens.words().end());
      words[token_] = t;
      scores[t] += of_release(*method.released(), words) + of_draws(method, chain, words);
    }
    chain_.emplace(chain);
  }

  std::vector<double> scores;

 private:
  double of_release(const TopicTable& released, const std::vector<std::uint32_t>& words) const {
    double sum = 0;
    for (std::uint32_t t = 0; t < released.words(); ++t) {
      for (std::size_t k = 0; k < released.topics(); ++k) {
        double count = 0;
        for (std::size_t i = 0; i < words.size(); ++i)
          count += words[i] == t && chain_->topics[i] == k;
        sum -= std::abs(released.column(t)[k] - count) / scale_;  // up to a constant
      }
    }
    return sum;
  }

  double of_draws(const Method& method, const Chain& after,
                  const std::vector<std::uint32_t>& words) const {
    const SnapshotLaw& law = *method.drawn_by().frozen;
    double sum = 0;
    for (std::uint64_t m = 0; m < after.tokens.documents(); ++m) {
      std::vector<double> counts(law.topics());
      const std::uint64_t begin = after.tokens.begin(m);
      for (std::uint64_t i = begin; i < begin + after.tokens.length(m); ++i)
        counts[chain_->topics[i]] += 1;
      for (std::uint64_t i = begin; i < begin + after.tokens.length(m); ++i) {
        counts[chain_->topics[i]] -= 1;
        double all = 0;
        const auto weight = [&](std::size_t k) {
          return draw_.weight(method.released()->column(words[i])[k]) *
                 (static_cast<double>(law.base()[k]) +
                  static_cast<double>(law.step()[k]) * counts[k]);
        };
        for (std::size_t k = 0; k < law.topics(); ++k) all += weight(k);
        sum += std::log(weight(after.topics[i]) / all);
        counts[after.topics[i]] += 1;
      }
    }
    return sum;
  }

  std::uint64_t token_;
  double scale_;
  const ClippedDraw& draw_;
  std::optional<Chain> chain_;
};

TEST(TopicAttack, KnowsOfHdpWhatTheJointLawOfAllThatIsSeenSays) {
  TrainOptions options = options_of("hdp", "snapshot");
  test::set(options, "epsilon-noise", 0.5);
  test::set(options, "shrink", 1);
  const Corpus corpus = test::planted_corpus(3, 6, 7, 2);
  const ClippedDraw draw(options.as<HdpOptions>()->clip, 0.5, 1);
  TopicAttack attack(1'000'000, 1);
  train(corpus, options, attack);
  double posterior = 0;
  std::vector<std::uint32_t> words;
  for (std::uint64_t token = 0; token < corpus.tokens(); ++token) {
    JointLaw law(token, 4, draw);
    struct Words final : Observer {
      explicit Words(JointLaw& law, std::vector<std::uint32_t>& words) : law_(law), words_(words) {}
      void on_start(const Method& method, std::uint32_t done, std::uint32_t sweeps) override {
        const std::span<const std::uint32_t> all = method.chain()->tokens.words();
        words_.assign(all.begin(), all.end());
        law_.on_start(method, done, sweeps);
      }
      void on_draws(const Method& method) override { law_.on_draws(method); }
      JointLaw& law_;
      std::vector<std::uint32_t>& words_;
    } watch(law, words);
    train(corpus, options, watch);
    const double most = *std::max_element(law.scores.begin(), law.scores.end());
    double all = 0;
    for (const double score : law.scores) all += std::exp(score - most);
    posterior += std::exp(law.scores[words[token]] - most) / all;
  }
  EXPECT_NEAR(attack.points().back().full.posterior,
              posterior / static_cast<double>(corpus.tokens()), 1e-9);
  EXPECT_NE(attack.points().back().full.posterior, attack.points().back().exact.posterior);
}

TEST(TopicAttack, LearnsNothingFromDrawsThatDoNotDependOnTheWord) {
  TrainOptions options = options_of("hdp", "snapshot");
  test::set(options, "clip", 1);
  test::set(options, "beta", 1e6);  // every weight is the same
  test::set(options, "shrink", 0.0);
  const Corpus corpus = test::planted_corpus(4, 40, 10, 4);
  TopicAttack attack(1'000'000, 1);
  train(corpus, options, attack);
  double before = 0;  // what frequencies alone say
  std::vector<double> counts(corpus.words());
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    const Bag bag = corpus.document(m);
    for (std::size_t i = 0; i < bag.words.size(); ++i)
      counts[static_cast<std::size_t>(bag.words[i])] += bag.counts[i];
  }
  const auto tokens = static_cast<double>(corpus.tokens());
  for (const double count : counts)
    before += count / tokens * count / (tokens - 1 + corpus.words());
  EXPECT_NEAR(attack.points().back().exact.posterior, before, 1e-4);
}

TEST(TopicAttack, ChoosesAsManyTokensAsWereAskedFor) {
  const Corpus corpus = test::planted_corpus(4, 30, 10, 4);
  for (const std::uint64_t wanted : {1, 7, 50}) {
    TopicAttack attack(wanted, 3);
    train(corpus, options_of("cgs", "snapshot"), attack);
    EXPECT_EQ(attack.tokens(), wanted);
  }
}

TEST(TopicAttack, RefusesRecipesThatDrawNoTopics) {
  TrainOptions options = options_for("doc");
  options->topics = 3;
  test::set(options, "target-epsilon", 1);
  options->seed = 1;
  TopicAttack attack(5, 1);
  EXPECT_THROW(train(test::planted_corpus(4, 30, 10, 4), options, attack), InputError);
}

}  // namespace
}  // namespace dplda
