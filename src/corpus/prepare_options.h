// The options of a preparation: how documents are read, how text is cut and which words are kept.
#pragma once

#include <cstdint>
#include <string>

#include "base/options.h"

namespace dplda {

struct PrepareOptions {
  std::string format = "auto";  // auto, text, csv, tsv, ndjson, uci, ldac, mtx, npz
  std::string column = "text";  // csv, tsv: column name; ndjson: field name
  std::string word_list = {};   // ldac, mtx, npz: the file that names the ids, one word a line
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
  std::string invalid_utf8 = "error";  // error, replace
  std::int64_t max_line = 64 << 20;    // bytes of one document's line
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(PrepareOptions& options);

// Throws InputError if the options contradict one another or name what does not exist.
void check(const PrepareOptions& options);

}  // namespace dplda
