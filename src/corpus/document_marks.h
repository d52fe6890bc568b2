// Marks of documents: equal for equal documents, whatever corpus they stand in, so that an account
// can tell whether it has met them before. Only so many are kept, those with the smallest numbers:
// corpora that share documents keep the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace dplda {

class DocumentMarks {
 public:
  static constexpr std::size_t kMost = 4096;

  // A text by its bytes; space around it does not matter. Empty ones have no mark.
  void add_text(std::string_view text);
  void add(std::uint64_t mark);

  // Ascending, at most kMost different ones; twice those that several documents have: documents
  // that have their like in their own corpus have it among strangers, too.
  std::vector<std::uint64_t> smallest() const;

 private:
  void shorten();

  std::vector<std::uint64_t> marks_;
  std::uint64_t limit_ = ~std::uint64_t{0};  // larger ones have no chance any more
};

// What a word adds to the mark of a document that has it so often: order does not matter.
class WordMarks {
 public:
  // Words get ids in the order of these calls.
  void add(std::string_view word);
  std::size_t size() const { return words_.size(); }
  std::uint64_t of(std::uint32_t word, std::uint64_t count) const;
  // Of a whole document. REQUIRES: its words are known, and have a count each.
  std::uint64_t of(std::span<const std::int32_t> words, std::span<const std::int32_t> counts) const;

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace dplda
