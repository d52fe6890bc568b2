#include "lab/speed/made_tokens.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "corpus/lda_generator.h"

namespace dplda {
namespace {

constexpr std::uint64_t kThemes = 100;
constexpr std::size_t kThemesOfDocument = 4;

// The theme's own word in place of the one of that rank, at most about twice as rare.
std::uint32_t word_of(std::uint64_t theme, std::uint64_t rank, std::uint32_t words) {
  const std::uint64_t mixed = ((theme + 1) * 0x9E3779B97F4A7C15 * (rank + 1)) >> 32;
  return static_cast<std::uint32_t>((rank + mixed % (rank + 1)) % words);
}

}  // namespace

TokenSequences made_tokens(const CorpusShape& shape) {
  const RandomStreams random(key_from_seed(1));
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> words;
  const double log_ranks = std::log(shape.words + 1.0);
  for (std::uint64_t m = 0; m < shape.documents; ++m) {
    RandomStream stream(random, Purpose::kSynthetic, 0, m);
    std::array<std::uint64_t, kThemesOfDocument> themes;
    for (std::uint64_t& theme : themes) theme = stream.below(kThemes);
    for (std::uint64_t n = 1 + stream.below(2 * shape.length - 1); n > 0; --n) {
      // exp of a uniform number has the density 1 / rank.
      const auto rank = static_cast<std::uint64_t>(std::exp(stream.uniform() * log_ranks)) - 1;
      words.push_back(word_of(themes[stream.below(kThemesOfDocument)], rank, shape.words));
    }
    offsets.push_back(words.size());
  }
  return {std::move(offsets), std::move(words), shape.words};
}

TokenSequences first_documents(const TokenSequences& tokens, std::uint64_t most) {
  std::uint64_t documents = 1;
  while (documents < tokens.documents() && tokens.begin(documents + 1) <= most) ++documents;
  const auto offsets = tokens.offsets().first(documents + 1);
  const auto words = tokens.words().first(offsets.back());
  return {{offsets.begin(), offsets.end()}, {words.begin(), words.end()}, tokens.vocabulary()};
}

Corpus bags_of(const TokenSequences& tokens) {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> counts;
  for (std::uint64_t m = 0; m < tokens.documents(); ++m) {
    std::map<std::uint32_t, std::int32_t> bag;
    for (const std::uint32_t word : tokens.document(m)) ++bag[word];
    for (const auto& [word, count] : bag) {
      words.push_back(static_cast<std::int32_t>(word));
      counts.push_back(count);
    }
    offsets.push_back(static_cast<std::int64_t>(words.size()));
  }
  return {numbered_words(tokens.vocabulary()),
          std::move(offsets),
          std::move(words),
          std::move(counts),
          Preparation(),
          "the made corpus"};
}

}  // namespace dplda
