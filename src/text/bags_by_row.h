// The entries of a sparse matrix, gathered in any order and handed out row by row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/document_source.h"

namespace dplda {

struct MatrixEntry {
  std::uint64_t row;
  WordCount pair;
};

// Sorts a document's pairs by word and adds the counts of equal words. Throws InputError, naming
// `source`, if a sum is too large.
void sort_and_merge(std::vector<WordCount>& bag, const std::string& source);

// What is read of a matrix before its rows can be handed out. Memory: 16 bytes an entry while it is
// filled, 8 once it is sorted, and 8 a row.
class BagsByRow {
 public:
  // REQUIRES: no next() yet.
  void add(const MatrixEntry& entry) { entries_.push_back(entry); }
  std::uint64_t size() const { return entries_.size(); }

  // Ends the gathering. REQUIRES: every row is below `rows`. Throws InputError, naming `source`, if
  // `rows` is out of proportion to the entries.
  void finish(std::uint64_t rows, const std::string& source);
  // The next row, sorted and merged; false after the last. REQUIRES: finish() was called.
  bool next(std::vector<WordCount>& bag);

 private:
  std::string source_;
  std::vector<MatrixEntry> entries_;
  std::vector<std::uint64_t> offsets_{0};  // by row, into pairs_
  std::vector<WordCount> pairs_;
  std::uint64_t row_ = 0;
};

}  // namespace dplda
