#include "text/lexicon.h"

namespace dplda {

Lexicon::Lexicon(const TextRules& rules) : tokenizer_(1) {
  if (rules.stem != "none") stemmer_.emplace(rules.stem);
  for (const auto& stop_word : rules.stop_words) {
    tokenizer_.cut(stop_word, [&](std::string_view word) {
      if (words_.insert(word) == term_of_.size()) term_of_.push_back(kStopWord);
    });
  }
  tokenizer_ = Tokenizer(rules.min_length);
}

Lexicon::Lexicon(const TextRules& rules, std::span<const std::string> list) : Lexicon(rules) {
  Tokenizer any_length(1);
  std::string only;
  for (const auto& entry : list) {
    std::size_t pieces = 0;
    any_length.cut(entry, [&](std::string_view) { ++pieces; });
    only.clear();
    tokenizer_.cut(entry, [&](std::string_view word) { only = word; });
    if (pieces != 1 || only.empty() || term_of_[number_of(only, key_of(only))] == kStopWord)
      ++left_out_;
  }
  closed_ = true;
}

std::uint32_t Lexicon::new_word(std::uint32_t number) {
  if (!stemmer_) return closed_ ? kNotListed : add_term(number);
  const std::string_view stem = stemmer_->stem(words_.word(number));
  if (!closed_) return stems_.insert(stem);
  return stems_.find(stem).value_or(kNotListed);
}

std::uint32_t Lexicon::add_term(std::uint32_t number) {
  first_word_.push_back(number);
  return plain_terms() - 1;
}

}  // namespace dplda
