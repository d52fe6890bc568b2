// A document as a bag of words: their ids and how often each occurs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace dplda {

// Parallel spans, word ids strictly ascending, counts >= 1, fewer than 2^31 tokens.
struct Bag {
  std::span<const std::int32_t> words;
  std::span<const std::int32_t> counts;

  std::uint64_t tokens() const;
};

// The number of tokens of a document. Throws InputError, naming `source` and the document's number
// (from 1), unless it is as Bag says and its ids are below `vocabulary_size`.
std::uint64_t checked_tokens(const Bag& bag, std::uint32_t vocabulary_size, std::uint64_t index,
                             const std::string& source);

}  // namespace dplda
