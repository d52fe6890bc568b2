#include "training/backend.h"

#include <algorithm>
#include <utility>

namespace dplda {
namespace {

// Words of a table that a thread takes at once.
constexpr std::uint32_t kWordsPerPiece = 128;

template <class Work>
void for_pieces(std::uint32_t words, ThreadPool& pool, const Work& work) {
  pool.for_each((words + kWordsPerPiece - 1) / kWordsPerPiece, [&](std::size_t piece, int) {
    const auto first = static_cast<std::uint32_t>(piece) * kWordsPerPiece;
    work(first, std::min(kWordsPerPiece, words - first));
  });
}

template <class Noise>
void add_noise(const TopicTable& counts, const Noise& noise, std::uint32_t number,
               const RandomStreams& random, ThreadPool& pool, TopicTable& released) {
  for_pieces(counts.words(), pool, [&](std::uint32_t first, std::uint32_t rows) {
    noise.add({.counts = counts.column(first).data(),
               .out = released.column(first).data(),
               .rows = rows,
               .cells = counts.topics(),
               .stride = counts.stride()},
              random, {.purpose = Purpose::kNoise, .sweep = number, .document = first});
  });
}

}  // namespace

void Backend::recount(Chain& chain) {
  count(chain.tokens, chain.topics, chain.table);
  sum_over(parts_, chain.table);
}

std::vector<std::int64_t> Backend::soft_counts(const TokenSequences& documents,
                                               const SoftWeights& weights, const SoftSweep& how,
                                               std::span<Topic> likely) {
  std::vector<std::int64_t> counts = soft_counts_here(documents, weights, how, likely);
  parts_.sum(counts);
  return counts;
}

std::vector<std::int64_t> Backend::word_totals(const TokenSequences& documents,
                                               const BoundedPart& part) {
  std::vector<std::int64_t> totals = bounded_word_totals(documents, part);
  parts_.sum(totals);
  return totals;
}

std::vector<std::int64_t> Backend::word_sums(const WordLists& documents,
                                             std::span<const std::int64_t> weights) {
  std::vector<std::int64_t> sums(documents.vocabulary());
  for (std::uint64_t m = 0; m < documents.documents(); ++m)
    for (const std::uint32_t word : documents.document(m)) sums[word] += weights[m];
  parts_.sum(sums);
  return sums;
}

std::vector<std::int64_t> Backend::pair_sums(const WordLists& documents,
                                             std::span<const std::int64_t> weights) {
  std::vector<std::int64_t> sums = pair_counts(documents, weights, pool_);
  parts_.sum(sums);
  return sums;
}

void CpuBackend::draw(const SnapshotSweep& sweep, const TokenSequences& tokens,
                      std::span<Topic> topics, const RandomStreams& random, RandomPosition at) {
  sweep.run(tokens, topics, random, at, pool());
}

void CpuBackend::count(const TokenSequences& tokens, std::span<const Topic> topics,
                       TopicTable& table) {
  table.recount(tokens, topics, pool());
}

std::vector<std::int64_t> CpuBackend::soft_counts_here(const TokenSequences& documents,
                                                       const SoftWeights& weights,
                                                       const SoftSweep& how,
                                                       std::span<Topic> likely) {
  return bounded_soft_counts(documents, weights, how.alpha, how.inner, how.part, pool(), likely);
}

std::vector<double> CpuBackend::channel_counts(const WordSets& bits, const ChannelPhi& phi,
                                               const ChannelSweep& how, DocumentRates& rates,
                                               const RandomStreams& random,
                                               std::vector<double>* presences) {
  return dplda::channel_counts(bits, phi, how, rates, random, pool(), presences);
}

std::vector<double> CpuBackend::channel_news(const WordSets& bits, const ChannelPhi& phi,
                                             const ChannelSweep& how, double kappa,
                                             DocumentRates& rates, const RandomStreams& random) {
  return dplda::channel_news(bits, phi, how, kappa, rates, random, pool());
}

void CpuBackend::release(const TopicTable& counts, const DiscreteLaplace& noise,
                         std::uint32_t number, const RandomStreams& random, TopicTable& released) {
  dplda::release(counts, noise, number, random, pool(), released);
}

void CpuBackend::release(const TopicTable& counts, const DiscreteGaussian& noise,
                         std::uint32_t number, const RandomStreams& random, TopicTable& released) {
  dplda::release(counts, noise, number, random, pool(), released);
}

void CpuBackend::release(std::span<std::int64_t> cells, std::size_t columns,
                         const DiscreteGaussian& noise, std::uint32_t number,
                         const RandomStreams& random) {
  const auto words = static_cast<std::uint32_t>(cells.size() / columns);
  for_pieces(words, pool(), [&](std::uint32_t first, std::uint32_t rows) {
    std::vector<std::int32_t> row(columns);
    for (std::uint32_t word = first; word < first + rows; ++word) {
      noise.draw(row, random, {.purpose = Purpose::kNoise, .sweep = number, .document = word});
      for (std::size_t k = 0; k < columns; ++k) cells[word * columns + k] += row[k];
    }
  });
}

void release(const TopicTable& counts, const DiscreteLaplace& noise, std::uint32_t number,
             const RandomStreams& random, ThreadPool& pool, TopicTable& released) {
  add_noise(counts, noise, number, random, pool, released);
}

void release(const TopicTable& counts, const DiscreteGaussian& noise, std::uint32_t number,
             const RandomStreams& random, ThreadPool& pool, TopicTable& released) {
  add_noise(counts, noise, number, random, pool, released);
}

Chain started_chain(TokenSequences tokens, std::int64_t topics, const RandomStreams& random,
                    Backend& backend) {
  std::vector<Topic> initial = initial_topics(tokens, topics, random, backend.pool());
  const std::uint32_t words = tokens.vocabulary();
  Chain chain{std::move(tokens), std::move(initial),
              TopicTable(static_cast<std::size_t>(topics), words)};
  backend.recount(chain);
  return chain;
}

}  // namespace dplda
