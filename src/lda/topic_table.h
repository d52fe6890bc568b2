// The topic-word table: how often each word has each topic, with the topic totals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/huge_vector.h"
#include "base/threads.h"
#include "lda/token_sequences.h"

namespace dplda {

class TopicTable {
 public:
  // Columns are padded with zeros to a multiple of this, so that vectors may read past the last
  // topic.
  static constexpr std::size_t kPadding = 8;

  TopicTable(std::size_t topics, std::uint32_t words)
      : topics_(topics),
        stride_((topics + kPadding - 1) / kPadding * kPadding),
        words_(words),
        cells_(stride_ * words),
        totals_(topics) {}

  std::size_t topics() const { return topics_; }
  std::size_t stride() const { return stride_; }
  std::uint32_t words() const { return words_; }

  // n_k^t for all topics k of word t.
  std::span<const std::int32_t> column(std::uint32_t word) const {
    return std::span(cells_).subspan(word * stride_, topics_);
  }
  std::span<std::int32_t> column(std::uint32_t word) {
    return std::span(cells_).subspan(word * stride_, topics_);
  }
  // All cells as they lie in memory, column after column with their padding.
  std::span<std::int32_t> cells() { return cells_; }
  // n_k for all topics k.
  std::span<const std::int64_t> totals() const { return totals_; }
  std::span<std::int64_t> totals() { return totals_; }

  // Counts the table anew from the tokens' topics, on all threads. Beside the table it takes at
  // most 32 MB. REQUIRES: topics below topics(), words below words(), one topic a token.
  void recount(const TokenSequences& tokens, std::span<const Topic> topics, ThreadPool& pool);

  bool operator==(const TopicTable& other) const = default;

 private:
  void count_in_parts(std::span<const std::uint32_t> words, std::span<const Topic> topics,
                      std::size_t parts, ThreadPool& pool);
  void count_by_words(std::span<const std::uint32_t> words, std::span<const Topic> topics,
                      ThreadPool& pool);

  std::size_t topics_;
  std::size_t stride_;
  std::uint32_t words_;
  HugeVector<std::int32_t> cells_;
  std::vector<std::int64_t> totals_;
};

}  // namespace dplda
