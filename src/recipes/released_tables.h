// Topic-word tables that leave the house: counts plus noise, and what may be made of them
// afterwards at no cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "lda/topic_table.h"
#include "training/method.h"

namespace dplda {

// Calls work(word) for every word, on all threads.
template <class Work>
void for_words(std::uint32_t words, ThreadPool& pool, const Work& work) {
  constexpr std::uint32_t kWordsPerPiece = 128;
  pool.for_each((words + kWordsPerPiece - 1) / kWordsPerPiece, [&](std::size_t piece, int) {
    const auto first = static_cast<std::uint32_t>(piece) * kWordsPerPiece;
    for (std::uint32_t word = first; word < std::min(words, first + kWordsPerPiece); ++word)
      work(word);
  });
}

// Fills `released` with counts + noise, fresh for every release number: REQUIRES that number was
// charged; with the counts as they are where there is no noise.
template <class Noise>
void release(const Workbench& bench, const TopicTable& counts, const std::optional<Noise>& noise,
             std::uint32_t number, TopicTable& released) {
  if (noise) {
    bench.backend.release(counts, *noise, number, bench.random, released);
  } else {
    released = counts;
  }
}
// What tables are called in ledgers.
inline constexpr const char* kTableRelease = "topic-word table with noise";

// Tells the witness, if there is one, of a table that was released under that number.
void witness_table(const Workbench& bench, std::uint32_t number, const TopicTable& counts,
                   const TopicTable& released);

// A released table, word by word, for those who look on; cut to 32 bits. REQUIRES: `shown` has as
// many cells.
void show(std::span<const std::int64_t> table, TopicTable& shown);

// The mean of some releases.
class ReleaseMean {
 public:
  ReleaseMean(std::size_t topics, std::uint32_t words)
      : topics_(topics), sums_(1 + topics * words) {}

  void add(const TopicTable& released);
  std::int64_t releases() const { return sums_[0]; }
  // REQUIRES: releases() > 0.
  double cell(std::uint32_t word, std::size_t topic) const {
    return static_cast<double>(sums_[1 + word * topics_ + topic]) / static_cast<double>(sums_[0]);
  }
  std::uint32_t words() const { return static_cast<std::uint32_t>((sums_.size() - 1) / topics_); }
  std::size_t topics() const { return topics_; }

  void save(StateWriter& state) const { state.put("released_sums", sums_); }
  // Throws InputError unless they are sums of tables of this size.
  void restore(const StateReader& state);

 private:
  std::size_t topics_;
  std::vector<std::int64_t> sums_;  // how many, then the cells, word by word
};

// A chain whose table is released with noise in every sweep, and at the end; the mean of the last
// releases is what is published.
class ReleasingMethod : public ChainMethod {
 public:
  const TopicTable* released() const final { return &released_; }
  void save(StateWriter& state) const final;
  void restore(const StateReader& state) final;

 protected:
  ReleasingMethod(const Workbench& bench, Chain chain, Prior prior);

  // Fills released_, as release() does, and tells the witness.
  template <class Noise>
  void release_counts(const std::optional<Noise>& noise, std::uint32_t number) {
    release(bench_, chain_.table, noise, number, released_);
    witness_table(bench_, number, chain_.table, released_);
  }

  const Workbench bench_;
  TopicTable released_;
  ReleaseMean mean_;
};

// How often each word occurs, by the mean: its cells' sum over topics.
std::vector<double> word_sums(const ReleaseMean& mean);

// A topic-word table of what is left of the counts, as doubles, word by word: phi is
// (cells + beta) normalised topic by topic, prevalence the share of the cells.
Published published_from(std::span<const double> cells, std::size_t topics, std::uint32_t words,
                         double beta);

// max(0, mean - threshold) in every cell, worked out when it is asked for.
class ThresholdedMean {
 public:
  // `mean` must outlive it.
  ThresholdedMean(const ReleaseMean& mean, double threshold) : mean_(mean), threshold_(threshold) {}

  double cell(std::uint32_t word, std::size_t topic) const {
    return std::max(0.0, mean_.cell(word, topic) - threshold_);
  }

 private:
  const ReleaseMean& mean_;
  double threshold_;
};

inline ThresholdedMean thresholded(const ReleaseMean& mean, double threshold) {
  return {mean, threshold};
}
// The same of its cells, without a table of doubles between.
Published published_from(const ThresholdedMean& mean, std::size_t topics, std::uint32_t words,
                         double beta);

}  // namespace dplda
