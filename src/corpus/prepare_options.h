// The options of a preparation: how documents are read, how text is cut and which words are kept.
#pragma once

#include <cstdint>
#include <string>

#include "base/options.h"
#include "text/open_documents.h"

namespace dplda {

struct PrepareOptions {
  DocumentRules reading = DocumentRules();
  std::string stop_words = "english";  // english, none, or a file
  std::string stem = "none";           // a Snowball language
  std::int64_t min_length = 2;         // shortest word, in letters
  double min_df = 0;                   // a fraction of the documents if below 1, else a number
  double max_df = 1.0;         // fraction of the documents up to 1, above it a number of documents
  std::int64_t max_words = 0;  // 0: all
  bool binary = false;
  std::string vocab = {};  // a word list that is public
  bool assume_public_vocab = false;
  bool other_word = false;
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(PrepareOptions& options);

// Throws InputError if the options contradict one another or name what does not exist.
void check(const PrepareOptions& options);

}  // namespace dplda
