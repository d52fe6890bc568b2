#include "lda/token_sequences.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/bulk_random_stream.h"
#include "base/errors.h"

namespace dplda {
namespace {

constexpr std::uint64_t kChunkTokens = 4096;

}  // namespace

TokenSequences::TokenSequences(const Corpus& corpus, const RandomStreams& random, ThreadPool& pool,
                               std::uint64_t first)
    : words_(corpus.tokens()), vocabulary_(corpus.words()), first_(first) {
  offsets_.reserve(corpus.documents() + 1);
  offsets_.push_back(0);
  for (std::uint64_t m = 0; m < corpus.documents(); ++m) {
    offsets_.push_back(offsets_.back() + corpus.document(m).tokens());
  }
  measure();
  const std::vector<std::uint64_t> chunks = document_chunks(*this);
  pool.for_each(chunks.size() - 1, [&](std::size_t chunk, int) {
    for (std::uint64_t m = chunks[chunk]; m < chunks[chunk + 1]; ++m) {
      const Bag bag = corpus.document(m);
      const auto target = std::span(words_).subspan(begin(m), length(m));
      auto next = target.begin();
      for (std::size_t i = 0; i < bag.words.size(); ++i) {
        next = std::fill_n(next, bag.counts[i], static_cast<std::uint32_t>(bag.words[i]));
      }
      shuffle(target, random, Purpose::kTokenOrder, number(m));
    }
  });
}

TokenSequences::TokenSequences(std::vector<std::uint64_t> offsets, std::vector<std::uint32_t> words,
                               std::uint32_t vocabulary, std::uint64_t first)
    : offsets_(std::move(offsets)),
      words_(std::move(words)),
      vocabulary_(vocabulary),
      first_(first) {
  measure();
}

void TokenSequences::measure() {
  constexpr std::uint64_t kMostDocuments = std::uint64_t{1} << 32;
  if (documents() > kMostDocuments)
    throw InputError("there are more than 2^32 documents; train on a part of them");
  by_length_.resize(documents());
  std::iota(by_length_.begin(), by_length_.end(), std::uint32_t{0});
  std::stable_sort(by_length_.begin(), by_length_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return length(a) > length(b); });
  if (!by_length_.empty()) longest_ = length(by_length_.front());
}

TokenSequences tokens_of(const WordSets& sets) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  for (std::uint64_t m = 0; m < sets.documents(); ++m) {
    each_word(sets.row(m), [&](std::uint32_t word) { words.push_back(word); });
    offsets.push_back(words.size());
  }
  return TokenSequences(std::move(offsets), std::move(words), sets.words());
}

std::vector<std::uint64_t> document_chunks(const TokenSequences& tokens) {
  std::vector<std::uint64_t> starts = {0};
  std::uint64_t in_chunk = 0;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
    in_chunk += tokens.length(m);
    if (in_chunk >= kChunkTokens) {
      starts.push_back(m + 1);
      in_chunk = 0;
    }
  }
  if (starts.back() != tokens.documents()) starts.push_back(tokens.documents());
  return starts;
}

std::vector<Topic> initial_topics(const TokenSequences& tokens, std::int64_t topics,
                                  const RandomStreams& random, ThreadPool& pool) {
  std::vector<Topic> result(tokens.tokens());
  const std::vector<std::uint64_t> chunks = document_chunks(tokens);
  pool.for_each(chunks.size() - 1, [&](std::size_t chunk, int) {
    for (std::uint64_t m = chunks[chunk]; m < chunks[chunk + 1]; ++m) {
      BulkRandomStream stream(random, Purpose::kInitialTopic, tokens.number(m), tokens.length(m));
      for (std::uint64_t j = 0; j < tokens.length(m); ++j) {
        result[tokens.begin(m) + j] =
            static_cast<Topic>(stream.below(static_cast<std::uint64_t>(topics)));
      }
    }
  });
  return result;
}

}  // namespace dplda
