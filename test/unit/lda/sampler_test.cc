#include "lda/sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/simd.h"
#include "lda/samplers.h"
#include "reference/naive_lda.h"
#include "reference/statistics.h"

namespace dplda {
namespace {

using test::NaiveChain;

// Documents of varied lengths (an empty one too) with skewed words, all from one seed.
NaiveChain random_naive_chain(std::uint64_t seed, std::size_t documents, std::uint32_t vocabulary,
                              std::size_t topics, std::uint64_t longest) {
  const RandomStreams random(key_from_seed(seed));
  RandomStream stream(random, Purpose::kSynthetic);
  NaiveChain chain{.words = {}, .topics = {}, .vocabulary = vocabulary};
  for (std::size_t m = 0; m < documents; ++m) {
    const std::uint64_t length = m == 1 ? 0 : 1 + stream.below(longest);
    auto& words = chain.words.emplace_back();
    auto& assigned = chain.topics.emplace_back();
    for (std::uint64_t j = 0; j < length; ++j) {
      words.push_back(static_cast<std::uint32_t>(stream.below(1 + stream.below(vocabulary))));
      assigned.push_back(static_cast<std::uint32_t>(stream.below(topics)));
    }
  }
  return chain;
}

Chain to_chain(const NaiveChain& naive, std::size_t topics, ThreadPool& pool) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  std::vector<Topic> assigned;
  for (std::size_t m = 0; m < naive.words.size(); ++m) {
    words.insert(words.end(), naive.words[m].begin(), naive.words[m].end());
    for (const std::uint32_t z : naive.topics[m]) assigned.push_back(static_cast<Topic>(z));
    offsets.push_back(words.size());
  }
  Chain chain{TokenSequences(offsets, words, naive.vocabulary), assigned,
              TopicTable(topics, naive.vocabulary)};
  chain.table.recount(chain.tokens, chain.topics, pool);
  return chain;
}

std::vector<Topic> flat_topics(const NaiveChain& naive) {
  std::vector<Topic> result;
  for (const auto& document : naive.topics)
    result.insert(result.end(), document.begin(), document.end());
  return result;
}

Prior symmetric(std::size_t topics, double alpha, double beta) {
  return {.alpha = std::vector<double>(topics, alpha), .beta = beta};
}

using NaiveSweep = void (*)(NaiveChain&, const Prior&, const RandomStreams&, std::uint32_t);

void expect_naive_sampler(Sampling sampling, NaiveSweep naive_sweep) {
  const RandomStreams random(key_from_seed(11));
  for (const std::string& set : instruction_sets()) {
    use_instruction_set(set);
    for (const std::size_t topics : {1u, 2u, 7u, 8u, 9u, 17u, 50u, 130u}) {
      for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        NaiveChain naive = random_naive_chain(topics, 12, 20, topics, 40);
        Chain chain = to_chain(naive, topics, pool);
        Prior prior = symmetric(topics, 0.1, 0.01);
        prior.alpha[0] = 0.5;
        const auto sampler = make_sampler(sampling, random, pool);
        for (std::uint32_t sweep = 1; sweep <= 3; ++sweep) {
          sampler->sweep(chain, prior, sweep);
          naive_sweep(naive, prior, random, sweep);
          ASSERT_EQ(chain.topics, flat_topics(naive))
              << set << ", " << topics << " topics, sweep " << sweep;
        }
      }
    }
  }
  use_instruction_set("best");
}

TEST(SequentialSampler, EqualsTheNaiveOneBitForBitOnEveryInstructionSet) {
  expect_naive_sampler(Sampling::kSequential, test::naive_sequential_sweep);
}

TEST(SnapshotSampler, EqualsTheNaiveOneBitForBitOnEveryInstructionSetAndThreadCount) {
  expect_naive_sampler(Sampling::kSnapshot, test::naive_snapshot_sweep);
}

TEST(Samplers, CountsAgreeWithTopicsAfterEverySweep) {
  const RandomStreams random(key_from_seed(5));
  for (const Sampling sampling : {Sampling::kSequential, Sampling::kSnapshot}) {
    ThreadPool pool(2);
    NaiveChain naive = random_naive_chain(3, 30, 40, 10, 60);
    Chain chain = to_chain(naive, 10, pool);
    const auto sampler = make_sampler(sampling, random, pool);
    for (std::uint32_t sweep = 1; sweep <= 10; ++sweep) {
      sampler->sweep(chain, symmetric(10, 0.1, 0.01), sweep);
      TopicTable counted(10, 40);
      counted.recount(chain.tokens, chain.topics, pool);
      ASSERT_EQ(chain.table, counted) << static_cast<int>(sampling) << " sweep " << sweep;
    }
  }
}

// All K^N topic assignments of a corpus, as one number each; visit(assignment index, chain).
void for_all_assignments(NaiveChain chain, std::size_t topics,
                         const std::function<void(std::size_t, const NaiveChain&)>& visit) {
  std::size_t tokens = 0;
  for (const auto& document : chain.words) tokens += document.size();
  const auto total = static_cast<std::size_t>(std::llround(std::pow(topics, tokens)));
  for (std::size_t index = 0; index < total; ++index) {
    std::size_t rest = index;
    for (auto& document : chain.topics) {
      for (std::uint32_t& z : document) {
        z = static_cast<std::uint32_t>(rest % topics);
        rest /= topics;
      }
    }
    visit(index, chain);
  }
}

std::size_t assignment_index(std::span<const Topic> assigned, std::size_t topics) {
  std::size_t index = 0;
  for (std::size_t j = assigned.size(); j-- > 0;) index = index * topics + assigned[j];
  return index;
}

struct TinyCorpus {
  NaiveChain chain;
  std::size_t topics;
};

std::vector<TinyCorpus> tiny_corpora() {
  return {
      {{.words = {{0, 1, 0}, {1, 1}}, .topics = {{0, 0, 0}, {0, 0}}, .vocabulary = 2}, 2},
      {{.words = {{0, 1, 2, 0, 1, 2}}, .topics = {{0, 0, 0, 0, 0, 0}}, .vocabulary = 3}, 2},
      {{.words = {{0, 1}, {2, 0}}, .topics = {{0, 0}, {0, 0}}, .vocabulary = 3}, 3},
  };
}

// 20,000 independent chains of 40 sweeps from one start: at these sizes a sweep forgets its start
// by a factor of well over two, so the start's share is below 2^-40. The states' counts are then
// multinomial: chi-square, significance 1e-6.
TEST(SequentialSampler, ReachesTheExactPosteriorFoundByEnumeration) {
  const int chains = 20000;
  const std::uint32_t sweeps = 40;
  ThreadPool pool(1);
  for (const TinyCorpus& tiny : tiny_corpora()) {
    const Prior prior = symmetric(tiny.topics, 0.7, 0.4);
    std::vector<double> posterior;
    for_all_assignments(tiny.chain, tiny.topics, [&](std::size_t, const NaiveChain& chain) {
      posterior.push_back(std::exp(test::naive_log_joint(chain, prior)));
    });
    double sum = 0;
    for (const double p : posterior) sum += p;
    for (double& p : posterior) p /= sum;

    std::vector<std::uint64_t> counts(posterior.size());
    const RandomStreams random(key_from_seed(77));
    const auto sampler = make_sampler(Sampling::kSequential, random, pool);
    const Chain start = to_chain(tiny.chain, tiny.topics, pool);
    for (int c = 0; c < chains; ++c) {
      Chain chain = start;
      for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep) {
        sampler->sweep(chain, prior, static_cast<std::uint32_t>(c) * sweeps + sweep);
      }
      ++counts[assignment_index(chain.topics, tiny.topics)];
    }
    EXPECT_GT(test::chi_square_p_value(counts, posterior), 1e-6);
    // The test has teeth: the posterior of another beta is refused.
    std::vector<double> other;
    for_all_assignments(tiny.chain, tiny.topics, [&](std::size_t, const NaiveChain& chain) {
      other.push_back(std::exp(test::naive_log_joint(chain, symmetric(tiny.topics, 0.7, 0.5))));
    });
    sum = 0;
    for (const double p : other) sum += p;
    for (double& p : other) p /= sum;
    EXPECT_LT(test::chi_square_p_value(counts, other), 1e-6);
  }
}

// One sweep from a fixed start has a law that can be written down: the product over tokens, in
// order, of their weights' shares, with the document's counts moving and the table frozen.
TEST(SnapshotSampler, OneSweepFollowsItsExactTransitionLaw) {
  const int sweeps = 200000;
  ThreadPool pool(1);
  for (const TinyCorpus& tiny : tiny_corpora()) {
    const Prior prior = symmetric(tiny.topics, 0.7, 0.4);
    const auto columns = test::naive_snapshot_columns(tiny.chain, prior);
    std::vector<double> law;
    for_all_assignments(tiny.chain, tiny.topics, [&](std::size_t, const NaiveChain& end) {
      double probability = 1;
      for (std::size_t m = 0; m < end.words.size(); ++m) {
        std::vector<std::uint32_t> z = tiny.chain.topics[m];
        for (std::size_t j = 0; j < z.size(); ++j) {
          std::vector<double> weights;
          double sum = 0;
          for (std::size_t k = 0; k < tiny.topics; ++k) {
            double n = 0;
            for (std::size_t i = 0; i < z.size(); ++i) n += i != j && z[i] == k;
            weights.push_back(static_cast<double>(columns[end.words[m][j]][k]) *
                              (n + prior.alpha[k]));
            sum += weights.back();
          }
          z[j] = end.topics[m][j];
          probability *= weights[z[j]] / sum;
        }
      }
      law.push_back(probability);
    });

    std::vector<std::uint64_t> counts(law.size());
    const RandomStreams random(key_from_seed(78));
    const auto sampler = make_sampler(Sampling::kSnapshot, random, pool);
    const Chain start = to_chain(tiny.chain, tiny.topics, pool);
    for (int i = 0; i < sweeps; ++i) {
      Chain chain = start;
      sampler->sweep(chain, prior, static_cast<std::uint32_t>(i));
      ++counts[assignment_index(chain.topics, tiny.topics)];
    }
    EXPECT_GT(test::chi_square_p_value(counts, law), 1e-6);
  }
}

}  // namespace
}  // namespace dplda
