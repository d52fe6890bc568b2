// A corpus as the samplers see it: every document's tokens one by one, in the order in which they
// are visited.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "corpus/corpus.h"
#include "corpus/word_sets.h"

namespace dplda {

// Topics are numbered 0..K-1 and stored in 16 bits.
using Topic = std::uint16_t;
inline constexpr std::int64_t kMaxTopics = 65535;

// Throws InputError where there are more than 2^32 documents.
class TokenSequences {
 public:
  // Each document's tokens in a uniformly random order that is drawn without regard to the words: a
  // shuffle of positions (docs/internals/algorithms.md, "Order of the tokens").
  // `first`: the number of the first document in the whole of which these may be a part; draws
  // depend on numbers in the whole.
  TokenSequences(const Corpus& corpus, const RandomStreams& random, ThreadPool& pool,
                 std::uint64_t first = 0);
  // From stored arrays. REQUIRES: offsets start at 0, ascend and end at words.size(); ids are below
  // `vocabulary`.
  TokenSequences(std::vector<std::uint64_t> offsets, std::vector<std::uint32_t> words,
                 std::uint32_t vocabulary, std::uint64_t first = 0);

  std::uint64_t documents() const { return offsets_.size() - 1; }
  std::uint64_t tokens() const { return words_.size(); }
  std::uint32_t vocabulary() const { return vocabulary_; }
  // The number of a document in the whole.
  std::uint64_t number(std::uint64_t document) const { return first_ + document; }
  // Tokens of the longest document, of the whole once set_longest() was told.
  std::uint64_t longest() const { return longest_; }
  // REQUIRES: no document here is longer.
  void set_longest(std::uint64_t longest) { longest_ = longest; }

  std::uint64_t begin(std::uint64_t document) const { return offsets_[document]; }
  std::uint64_t length(std::uint64_t document) const {
    return offsets_[document + 1] - offsets_[document];
  }
  std::span<const std::uint32_t> document(std::uint64_t index) const {
    return std::span(words_).subspan(begin(index), length(index));
  }
  std::span<const std::uint32_t> words() const { return words_; }
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  // All documents, the longest first, ties in ascending order: threads that take them one by one
  // end at about the same time.
  std::span<const std::uint32_t> by_length() const { return by_length_; }

 private:
  void measure();

  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> words_;
  std::uint32_t vocabulary_ = 0;
  std::uint64_t first_ = 0;
  std::vector<std::uint32_t> by_length_;
  std::uint64_t longest_ = 0;
};

// Every bit as one token, words in ascending order: for documents whose order protects nobody.
TokenSequences tokens_of(const WordSets& sets);

// The documents in runs of about equal work, for threads: boundaries depend on the lengths alone.
std::vector<std::uint64_t> document_chunks(const TokenSequences& tokens);

// Uniform topics, one a token.
std::vector<Topic> initial_topics(const TokenSequences& tokens, std::int64_t topics,
                                  const RandomStreams& random, ThreadPool& pool);

}  // namespace dplda
