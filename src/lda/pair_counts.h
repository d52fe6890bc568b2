// How often two words stand in the same document.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "corpus/corpus.h"
#include "lda/token_sequences.h"

namespace dplda {

// Documents as sets of words, in ascending order, end to end.
class WordLists {
 public:
  // REQUIRES: no word stands twice in a document.
  explicit WordLists(const TokenSequences& documents);
  // Whatever the counts of words are.
  explicit WordLists(const Corpus& corpus);

  std::uint64_t documents() const { return offsets_.size() - 1; }
  std::uint32_t vocabulary() const { return vocabulary_; }
  std::span<const std::uint32_t> document(std::uint64_t m) const {
    return std::span(words_).subspan(offsets_[m], offsets_[m + 1] - offsets_[m]);
  }

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> words_;
  std::uint32_t vocabulary_;
};

// For words i < j, at i V + j: the sum of the weights of the documents that have both. All other
// cells are 0. REQUIRES: a weight for each document.
std::vector<std::int64_t> pair_counts(const WordLists& documents,
                                      std::span<const std::int64_t> weights, ThreadPool& pool);

}  // namespace dplda
