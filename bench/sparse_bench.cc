// The sparse snapshot kernel on NIPS with all its words: taking the law apart ("build"), and a
// sweep with that ("sweep"; items are tokens). Tables are those of plain training (beta .01) and of
// hdp with noise of scale 2 and 1/2, after 20 sweeps. The kernel is checked against its naive
// reference before it is timed. Needs nips/docword.nips.txt.gz below DPLDA_DATA.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "corpus/prepare.h"
#include "lda/kernels/sparse.h"
#include "lda/sampler.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_laplace.h"
#include "training/backend.h"
#include "reference/naive_sparse.h"
#include "reference/temporary.h"

namespace {

using namespace dplda;

constexpr std::uint32_t kSweeps = 20;

// The law of a sweep. `epsilon` of a table's noise (unit: word, view: topics+counts), whole; 0:
// plain training.
class Laws {
 public:
  Laws(const Chain& chain, std::uint64_t epsilon, double alpha, const Streams& streams,
       ThreadPool& pool)
      : epsilon_(epsilon), alpha_(chain.table.topics(), alpha), streams_(streams), pool_(pool) {
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
    release(chain.table, DiscreteLaplace({2, epsilon_}), sweep, streams_, pool_, released);
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
  const Streams& streams_;
  ThreadPool& pool_;
  std::optional<PlainLaw> plain_;
  std::optional<SnapshotLaw> bounded_;
};

// A few short documents of the corpus's words: the naive sweep is slow.
void check_against_naive(const SnapshotLaw& law, const SparseLaw& sparse, const Chain& chain,
                         const Streams& streams, ThreadPool& pool) {
  const auto words = chain.tokens.words().first(6);
  const TokenSequences tokens({0, 2, 2, 6}, {words.begin(), words.end()}, law.words());
  std::vector<Topic> fast(chain.topics.begin(), chain.topics.begin() + 6);
  std::vector<Topic> naive = fast;
  const StreamPosition at{.purpose = Purpose::kTopic, .sweep = 1};
  sparse_sweep(sparse, tokens, fast, streams, at, pool);
  test::naive_sparse_sweep(law, tokens, naive, streams, at);
  if (fast == naive) return;
  std::fprintf(stderr, "the sparse kernel is wrong: not timed\n");
  std::exit(EXIT_FAILURE);
}

// A chain after some sweeps, its law and that taken apart.
struct Setting {
  Setting(const Corpus& corpus, std::int64_t topics, std::uint64_t epsilon, double alpha)
      : streams(key_from_seed(1)),
        pool(1),
        chain(started_chain(TokenSequences(corpus, streams, pool), topics, streams, pool)),
        laws(chain, epsilon, alpha, streams, pool) {
    for (std::uint32_t sweep = 1; sweep <= kSweeps; ++sweep) {
      sparse.build(laws.law(chain, sweep), pool);
      sparse_sweep(sparse, chain.tokens, chain.topics, streams,
                   {.purpose = Purpose::kTopic, .sweep = sweep}, pool);
      chain.table.recount(chain.tokens, chain.topics, pool);
    }
    law = &laws.law(chain, kSweeps + 1);
    sparse.build(*law, pool);
    check_against_naive(*law, sparse, chain, streams, pool);
  }

  Streams streams;
  ThreadPool pool;
  Chain chain;
  Laws laws;
  SparseLaw sparse;
  const SnapshotLaw* law;
};

void time_setting(benchmark::State& state, Setting& setting, bool build) {
  std::vector<Topic> topics = setting.chain.topics;
  for (auto _ : state) {
    if (build) {
      setting.sparse.build(*setting.law, setting.pool);
    } else {
      sparse_sweep(setting.sparse, setting.chain.tokens, topics, setting.streams,
                   {.purpose = Purpose::kTopic, .sweep = kSweeps + 1}, setting.pool);
    }
  }
  const std::uint64_t items =
      build ? setting.law->words() * setting.law->topics() : setting.chain.tokens.tokens();
  state.SetItemsProcessed(static_cast<std::int64_t>(items * state.iterations()));
  state.counters["MB"] = static_cast<double>(setting.sparse.bytes()) / 1e6;
}

// What one name stands for is made when it is first timed, and kept while it is.
Setting& setting_for(const Corpus& corpus, std::int64_t topics, std::uint64_t epsilon,
                     double alpha) {
  static std::string kept;
  static std::unique_ptr<Setting> setting;
  const std::string name =
      std::to_string(topics) + "/" + std::to_string(epsilon) + "/" + std::to_string(alpha);
  if (name != kept) {
    setting.reset();
    setting = std::make_unique<Setting>(corpus, topics, epsilon, alpha);
    kept = name;
  }
  return *setting;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::optional<std::string> path = test::real_data("nips/docword.nips.txt.gz");
  if (!path) {
    std::fprintf(stderr, "skipped: needs nips/docword.nips.txt.gz below DPLDA_DATA\n");
    return EXIT_SUCCESS;
  }
  PrepareOptions options;
  options.assume_public_vocab = true;
  const Corpus corpus = open_corpus(*path, options);
  for (const std::int64_t topics : {1000, 4000, 16000}) {
    for (const std::uint64_t epsilon : {0, 1, 4}) {
      for (const double alpha : {1.0, 0.1}) {
        for (const bool build : {false, true}) {
          const std::string name = std::string(build ? "build/" : "sweep/") +
                                   std::to_string(topics) + "_topics/" +
                                   (epsilon == 0   ? "plain"
                                    : epsilon == 1 ? "noise_2"
                                                   : "noise_0.5") +
                                   "/alpha_" + (alpha == 1.0 ? "1" : "0.1");
          benchmark::RegisterBenchmark(
              name.c_str(), [&corpus, topics, epsilon, alpha, build](benchmark::State& state) {
                time_setting(state, setting_for(corpus, topics, epsilon, alpha), build);
              });
        }
      }
    }
  }
  benchmark::RunSpecifiedBenchmarks();
}
