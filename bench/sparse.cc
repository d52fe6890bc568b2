// The sparse snapshot kernel with thousands of topics: taking the law apart, and a sweep with that.
// Tables are those of plain training (beta .01) and of hdp with noise of scale 2 and 1/2, after 20
// sweeps over NIPS with all its words; without nips/docword.nips.txt.gz below DPLDA_DATA, over made
// documents of that size.
#include "lda/kernels/sparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "corpus/prepare.h"
#include "lab/speed/made_tokens.h"
#include "lda/sampler.h"
#include "parts.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_laplace.h"
#include "reference/naive_sparse.h"
#include "reference/temporary.h"
#include "training/backend.h"

namespace dplda::bench {
namespace {

constexpr std::uint32_t kSweeps = 20;

// The law of a sweep. `epsilon` of a table's noise (unit: word, view: topics+counts), whole; 0:
// plain training.
class Laws {
 public:
  Laws(const Chain& chain, std::uint64_t epsilon, double alpha, const RandomStreams& random,
       ThreadPool& pool)
      : epsilon_(epsilon), alpha_(chain.table.topics(), alpha), random_(random), pool_(pool) {
    const std::vector<std::uint64_t> ones(alpha_.size(), 1);
    if (epsilon == 0) {
      plain_.emplace(Prior{alpha_, 0.01}, chain.tokens.vocabulary(), chain.tokens.longest());
    } else {
      bounded_.emplace(chain.tokens.vocabulary(), ones, ones, std::uint32_t{149});
    }
  }

  const SnapshotLaw& law(const Chain& chain, std::uint32_t sweep) {
    if (plain_) {
      plain_->set_table(chain.table, 0.01, pool_);
      return plain_->law();
    }
    const double shrink = std::max(2.0, 4.0 / static_cast<double>(epsilon_));
    const ClippedDraw draw(74, 0.5, shrink);
    TopicTable released(alpha_.size(), chain.tokens.vocabulary());
    release(chain.table, DiscreteLaplace({2, epsilon_}), sweep, random_, pool_, released);
    std::vector<std::uint32_t> weights(released.topics());
    for (std::uint32_t t = 0; t < released.words(); ++t) {
      draw.weights(released.column(t), weights);
      bounded_->set_column(t, weights);
    }
    set_factors(chain);
    bounded_->check_range(chain.tokens.longest());
    return *bounded_;
  }

 private:
  void set_factors(const Chain& chain) {
    const AlphaFractions alpha = alpha_fractions(alpha_, chain.tokens.longest());
    const double most = std::floor(
        4294967295.0 / static_cast<double>(alpha.denominator * (chain.tokens.longest() + 8) +
                                           alpha.numerators[0] * alpha_.size()));
    const auto totals = chain.table.totals();
    const auto size = [&](std::int64_t total) {
      return static_cast<double>(total) + 0.5 * chain.tokens.vocabulary();
    };
    const double least = size(*std::min_element(totals.begin(), totals.end()));
    std::vector<std::uint64_t> base;
    std::vector<std::uint64_t> step;
    for (const std::int64_t total : totals) {
      const auto ratio =
          static_cast<std::uint64_t>(std::max(1.0, std::floor(most * least / size(total))));
      base.push_back(ratio * alpha.numerators[0]);
      step.push_back(ratio * alpha.denominator);
    }
    bounded_->set_factors(base, step);
  }

  std::uint64_t epsilon_;
  std::vector<double> alpha_;
  const RandomStreams& random_;
  ThreadPool& pool_;
  std::optional<PlainLaw> plain_;
  std::optional<SnapshotLaw> bounded_;
};

// A few short documents of the corpus's words: the naive sweep is slow.
void check_sparse(const SnapshotLaw& law, const SparseLaw& sparse, const Chain& chain,
                  const RandomStreams& random, ThreadPool& pool) {
  const auto words = chain.tokens.words().first(6);
  const TokenSequences tokens({0, 2, 2, 6}, {words.begin(), words.end()}, law.words());
  std::vector<Topic> fast(chain.topics.begin(), chain.topics.begin() + 6);
  std::vector<Topic> naive = fast;
  const RandomPosition at{.purpose = Purpose::kTopic, .sweep = 1};
  sparse_sweep(sparse, tokens, fast, random, at, pool);
  test::naive_sparse_sweep(law, tokens, naive, random, at);
  require(fast == naive, "the sparse kernel");
}

// A chain after some sweeps, its law and that taken apart.
struct SparseSetting {
  SparseSetting(const TokenSequences& tokens, std::int64_t topics, std::uint64_t epsilon,
                double alpha)
      : random(key_from_seed(1)),
        pool(1),
        chain(started_chain(tokens, topics, random, pool)),
        laws(chain, epsilon, alpha, random, pool) {
    for (std::uint32_t sweep = 1; sweep <= kSweeps; ++sweep) {
      sparse.build(laws.law(chain, sweep), pool);
      sparse_sweep(sparse, chain.tokens, chain.topics, random,
                   {.purpose = Purpose::kTopic, .sweep = sweep}, pool);
      chain.table.recount(chain.tokens, chain.topics, pool);
    }
    law = &laws.law(chain, kSweeps + 1);
    sparse.build(*law, pool);
    check_sparse(*law, sparse, chain, random, pool);
  }

  RandomStreams random;
  ThreadPool pool;
  Chain chain;
  Laws laws;
  SparseLaw sparse;
  const SnapshotLaw* law;
};

// Whole epsilons of a release: 2 / epsilon is the scale of its noise.
std::string table_text(std::uint64_t epsilon) {
  return epsilon == 0 ? "plain" : fmt::format("noise {:g}", 2.0 / static_cast<double>(epsilon));
}

std::vector<Measurement> speeds_of(const TokenSequences& tokens, std::int64_t topics,
                                   std::uint64_t epsilon, double alpha, const RaceLength& length) {
  SparseSetting setting(tokens, topics, epsilon, alpha);
  std::vector<Topic> drawn = setting.chain.topics;
  const auto rate = [&](const char* what, double amount, const char* unit) {
    OptionValues settings = {{"topics", topics},
                             {"words", tokens.vocabulary()},
                             {"alpha", alpha},
                             {"megabytes", 1e-6 * static_cast<double>(setting.sparse.bytes())}};
    if (epsilon > 0)
      settings.set("epsilon", fmt::format("eps_L = {} (unit: word, view: topics+counts)", epsilon));
    return Rate{.name = fmt::format("sparse {}: {}, alpha {:g}", what, table_text(epsilon), alpha),
                .settings = std::move(settings),
                .amount = amount,
                .unit = unit};
  };
  const std::array entries = {
      Timed{.rate = rate("sweep", 1e-6 * static_cast<double>(tokens.tokens()), "Mtokens/s"),
            .once =
                [&] {
                  sparse_sweep(setting.sparse, setting.chain.tokens, drawn, setting.random,
                               {.purpose = Purpose::kTopic, .sweep = kSweeps + 1}, setting.pool);
                }},
      Timed{.rate = rate("build",
                         1e-6 * static_cast<double>(setting.law->words()) *
                             static_cast<double>(setting.law->topics()),
                         "Mcells/s"),
            .once = [&] { setting.sparse.build(*setting.law, setting.pool); }}};
  return timed(entries, length);
}

TokenSequences long_documents(bool quick) {
  if (quick) return made_tokens(kKosLike);
  const std::optional<std::string> path = test::real_data("nips/docword.nips.txt.gz");
  if (!path) return made_tokens(kNipsLike);
  const Corpus corpus = open_corpus(*path, {.assume_public_vocab = true});
  ThreadPool pool(1);
  return {corpus, RandomStreams(key_from_seed(1)), pool};
}

std::vector<Measurement> sparse_speeds(bool quick) {
  const TokenSequences tokens = long_documents(quick);
  std::vector<Measurement> rows;
  for (const std::int64_t topics :
       quick ? std::vector<std::int64_t>{1000} : std::vector<std::int64_t>{1000, 4000, 16000}) {
    for (const std::uint64_t epsilon : {0, 1, 4}) {
      for (const double alpha : quick ? std::vector{0.1} : std::vector{1.0, 0.1}) {
        for (Measurement& row : speeds_of(tokens, topics, epsilon, alpha, race_length(quick)))
          rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

}  // namespace

SuitePart sparse_part(bool quick) {
  return {.name = "sparse", .measure = [=] { return sparse_speeds(quick); }};
}

}  // namespace dplda::bench
