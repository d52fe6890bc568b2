// From the tokenizer's words to the terms that are counted: stop words go, stems are taken, words
// outside a given list are told apart. Each distinct word is looked at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/stemmer.h"
#include "text/tokenizer.h"
#include "text/word_table.h"

namespace dplda {

// How text is cut into terms. What two corpora must share for their words to mean the same.
struct TextRules {
  std::size_t min_length = 2;
  std::string stem = "none";            // none, or a Snowball language
  std::vector<std::string> stop_words;  // compared after folding, before stemming
};

class Lexicon {
 public:
  static constexpr std::uint32_t kStopWord = 0xFFFFFFFF;
  static constexpr std::uint32_t kNotListed = 0xFFFFFFFE;

  // Every word that is no stop word becomes a term. Throws InputError for an unknown stemmer.
  explicit Lexicon(const TextRules& rules);
  // Only the words of `list` are terms 0.. in the list's order, after the same folding, stop words
  // and stemming; entries that these merge are one term, entries that are not one word of text are
  // left out (left_out()).
  Lexicon(const TextRules& rules, std::span<const std::string> list);

  // Hands the words of `text` in order to on_terms(std::span<const std::uint32_t>), some at a time;
  // a term is below terms(), kStopWord or kNotListed.
  template <class OnTerms>
  void cut(std::string_view text, OnTerms&& on_terms) {
    tokenizer_.cut(text, [&](std::string_view word) {
      hold(word);
      if (held_ == kBlock) release(on_terms);
    });
    release(on_terms);
  }

  std::uint32_t terms() const { return stemmer_ ? stems_.size() : plain_terms(); }
  // Valid until the next cut().
  std::string_view name(std::uint32_t term) const {
    return stemmer_ ? stems_.word(term) : words_.word(first_word_[term]);
  }
  std::uint64_t left_out() const { return left_out_; }

 private:
  std::uint32_t plain_terms() const { return static_cast<std::uint32_t>(first_word_.size()); }
  // Words wait in a block while the memory that holds their numbers is on its way.
  static constexpr std::size_t kBlock = 32;
  static constexpr std::size_t kMostBytes = 4 * kLongestWord;
  struct HeldWord {
    WordKey key;
    std::size_t size;
    std::array<char, kMostBytes> letters;
  };
  void hold(std::string_view word) {
    HeldWord& held = block_[held_++];
    held.key = key_of(word);
    words_.prefetch(held.key);
    held.size = word.size();
    std::memcpy(held.letters.data(), word.data(), word.size());
  }
  template <class OnTerms>
  void release(OnTerms&& on_terms) {
    std::array<std::uint32_t, kBlock> terms;
    const std::size_t count = std::exchange(held_, 0);
    for (std::size_t i = 0; i < count; ++i) {
      terms[i] = number_of({block_[i].letters.data(), block_[i].size}, block_[i].key);
      __builtin_prefetch(term_of_.data() + terms[i]);
    }
    for (std::size_t i = 0; i < count; ++i) terms[i] = term_of_[terms[i]];
    on_terms(std::span<const std::uint32_t>(terms.data(), count));
  }

  // The number of a word in words_, which term_of_ then knows.
  std::uint32_t number_of(std::string_view word, const WordKey& key) {
    const std::uint32_t number = words_.insert(word, key);
    if (number == term_of_.size()) term_of_.push_back(new_word(number));
    return number;
  }
  std::uint32_t new_word(std::uint32_t number);
  std::uint32_t add_term(std::uint32_t number);

  Tokenizer tokenizer_;
  std::optional<Stemmer> stemmer_;
  bool closed_ = false;                    // new words are kNotListed
  WordTable words_;                        // as the tokenizer cut them
  std::vector<std::uint32_t> term_of_;     // by number in words_
  WordTable stems_;                        // terms, where there is a stemmer
  std::vector<std::uint32_t> first_word_;  // number of each term in words_, where there is none
  std::uint64_t left_out_ = 0;
  std::vector<HeldWord> block_ = std::vector<HeldWord>(kBlock);
  std::size_t held_ = 0;
};

}  // namespace dplda
