// Documents as sets of words: M rows of V bits, packed into 64-bit words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "corpus/corpus.h"

namespace dplda {

// Bit t of a row is bit t % 64 of its word t / 64; bits from V on are zero. Movable and copyable.
class WordSets {
 public:
  explicit WordSets(std::uint32_t words = 0)
      : words_(words), stride_((std::size_t{words} + 63) / 64) {}

  // The words that occur in each document.
  static WordSets from_corpus(const Corpus& corpus);

  std::uint64_t documents() const { return documents_; }
  std::uint32_t words() const { return words_; }
  // 64-bit words of a row.
  std::size_t stride() const { return stride_; }

  std::span<const std::uint64_t> row(std::uint64_t m) const {
    return {bits_.data() + m * stride_, stride_};
  }
  // REQUIRES of whoever writes: bits from V on stay zero.
  std::span<std::uint64_t> row(std::uint64_t m) { return {bits_.data() + m * stride_, stride_}; }

  bool has(std::uint64_t m, std::uint32_t word) const {
    return (row(m)[word / 64] >> (word % 64) & 1) != 0;
  }

  // Adds a document. REQUIRES: row.size() == stride(), bits from V on are zero; the row is not one
  // of this object's own.
  void append(std::span<const std::uint64_t> row);
  // Room for so many documents in all, without growing.
  void reserve(std::uint64_t documents);

  // For each word the number of documents that have it. The same for any number of threads.
  std::vector<std::uint64_t> frequencies(ThreadPool& pool) const;

 private:
  std::uint32_t words_;
  std::size_t stride_;
  std::uint64_t documents_ = 0;
  std::vector<std::uint64_t> bits_;
};

// Calls visit(word) for every bit of a row, in ascending order.
template <class Visit>
void each_word(std::span<const std::uint64_t> row, const Visit& visit) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    for (std::uint64_t bits = row[i]; bits != 0; bits &= bits - 1)
      visit(static_cast<std::uint32_t>(i * 64) +
            static_cast<std::uint32_t>(std::countr_zero(bits)));
  }
}

// Sets the bits of a document's words, and clears all others. REQUIRES: row.size() fits the
// vocabulary.
void set_words(std::span<std::uint64_t> row, std::span<const std::int32_t> words);

}  // namespace dplda
