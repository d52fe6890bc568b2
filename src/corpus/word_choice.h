// Which words of the input become the vocabulary, and in what order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/renumbering.h"
#include "text/vocabulary.h"

namespace dplda {

struct WordLimits {
  double min_df = 0;            // below 1: a fraction of the documents, else a number of them
  double max_df = 1;            // up to 1: a fraction of the documents, else a number of them
  std::uint64_t max_words = 0;  // most frequent by documents, ties by the final order; 0: all
};

enum class WordOrder {
  kAlphabetical,  // by bytes
  kGiven,         // as they come
};

struct WordChoice {
  std::vector<std::string> words;     // in the order of the new ids
  std::vector<std::int32_t> new_ids;  // by old id; -1: not chosen
};

// The words of the old ids `chosen`, which become 0, 1, ... `names` is indexed by old id.
WordChoice choice_of(std::span<const std::string_view> names,
                     std::span<const std::uint32_t> chosen);

// `names` and `document_frequencies` are indexed by old id.
WordChoice choose_words(std::span<const std::string_view> names,
                        std::span<const std::uint64_t> document_frequencies,
                        std::uint64_t documents, const WordLimits& limits, WordOrder order);

}  // namespace dplda
