// Who does the heavy loops of a run, over all documents or all cells of a table: the CPU, or
// something faster. Whoever does them gives the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "corpus/word_sets.h"
#include "lda/channel_topics.h"
#include "lda/pair_counts.h"
#include "lda/parts.h"
#include "lda/sampler.h"
#include "lda/snapshot.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "training/soft_counts.h"

namespace dplda {

// How much every document adds to a table of soft counts, at most and by which sweeps.
struct SoftSweep {
  BoundedPart part;
  double alpha = 0;
  std::int64_t inner = 1;
};

class Backend {
 public:
  // Both must outlive it. `parts`: where the other documents of the run are.
  Backend(ThreadPool& pool, Parts& parts) : pool_(pool), parts_(parts) {}
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  // For loops that are not worth handing over.
  ThreadPool& pool() const { return pool_; }
  Parts& parts() const { return parts_; }

  // New topics for all tokens, by weights that stand still.
  virtual void draw(const SnapshotSweep& sweep, const TokenSequences& tokens,
                    std::span<Topic> topics, const RandomStreams& random, RandomPosition at) = 0;
  // The documents of all parts, counted by the topics of their tokens.
  void recount(Chain& chain);
  // The soft counts of the documents of all parts (training/soft_counts.h). `likely`: of those
  // here.
  std::vector<std::int64_t> soft_counts(const TokenSequences& documents, const SoftWeights& weights,
                                        const SoftSweep& how, std::span<Topic> likely);
  std::vector<std::int64_t> word_totals(const TokenSequences& documents, const BoundedPart& part);
  // Sums over the documents of all parts, of words and of pairs of words, by weights of those here
  // (lda/pair_counts.h).
  std::vector<std::int64_t> word_sums(const WordLists& documents,
                                      std::span<const std::int64_t> weights);
  std::vector<std::int64_t> pair_sums(const WordLists& documents,
                                      std::span<const std::int64_t> weights);

  // A sweep over reports (lda/channel_topics.h).
  virtual std::vector<double> channel_counts(const WordSets& bits, const ChannelPhi& phi,
                                             const ChannelSweep& how, DocumentRates& rates,
                                             const RandomStreams& random,
                                             std::vector<double>* presences) = 0;
  virtual std::vector<double> channel_news(const WordSets& bits, const ChannelPhi& phi,
                                           const ChannelSweep& how, double kappa,
                                           DocumentRates& rates, const RandomStreams& random) = 0;

  // counts + noise, fresh for every release number: REQUIRES that the number was charged. Sums
  // beyond 32 bits are cut, which every reader of the release could do.
  virtual void release(const TopicTable& counts, const DiscreteLaplace& noise, std::uint32_t number,
                       const RandomStreams& random, TopicTable& released) = 0;
  virtual void release(const TopicTable& counts, const DiscreteGaussian& noise,
                       std::uint32_t number, const RandomStreams& random, TopicTable& released) = 0;
  // The same for cells word by word, `columns` each, in place.
  virtual void release(std::span<std::int64_t> cells, std::size_t columns,
                       const DiscreteGaussian& noise, std::uint32_t number,
                       const RandomStreams& random) = 0;

 private:
  // Of the documents here.
  virtual void count(const TokenSequences& tokens, std::span<const Topic> topics,
                     TopicTable& table) = 0;
  virtual std::vector<std::int64_t> soft_counts_here(const TokenSequences& documents,
                                                     const SoftWeights& weights,
                                                     const SoftSweep& how,
                                                     std::span<Topic> likely) = 0;

  ThreadPool& pool_;
  Parts& parts_;
};

// All threads of the pool.
class CpuBackend : public Backend {
 public:
  using Backend::Backend;

  void draw(const SnapshotSweep& sweep, const TokenSequences& tokens, std::span<Topic> topics,
            const RandomStreams& random, RandomPosition at) override;
  std::vector<double> channel_counts(const WordSets& bits, const ChannelPhi& phi,
                                     const ChannelSweep& how, DocumentRates& rates,
                                     const RandomStreams& random,
                                     std::vector<double>* presences) override;
  std::vector<double> channel_news(const WordSets& bits, const ChannelPhi& phi,
                                   const ChannelSweep& how, double kappa, DocumentRates& rates,
                                   const RandomStreams& random) override;
  void release(const TopicTable& counts, const DiscreteLaplace& noise, std::uint32_t number,
               const RandomStreams& random, TopicTable& released) override;
  void release(const TopicTable& counts, const DiscreteGaussian& noise, std::uint32_t number,
               const RandomStreams& random, TopicTable& released) override;
  void release(std::span<std::int64_t> cells, std::size_t columns, const DiscreteGaussian& noise,
               std::uint32_t number, const RandomStreams& random) override;

 private:
  void count(const TokenSequences& tokens, std::span<const Topic> topics,
             TopicTable& table) override;
  std::vector<std::int64_t> soft_counts_here(const TokenSequences& documents,
                                             const SoftWeights& weights, const SoftSweep& how,
                                             std::span<Topic> likely) override;
};

// What the CPU does for a release, with the threads of a pool.
void release(const TopicTable& counts, const DiscreteLaplace& noise, std::uint32_t number,
             const RandomStreams& random, ThreadPool& pool, TopicTable& released);
void release(const TopicTable& counts, const DiscreteGaussian& noise, std::uint32_t number,
             const RandomStreams& random, ThreadPool& pool, TopicTable& released);

// A chain at its start: uniform topics, counted over all parts.
Chain started_chain(TokenSequences tokens, std::int64_t topics, const RandomStreams& random,
                    Backend& backend);

}  // namespace dplda
