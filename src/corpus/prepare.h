// From files of any known format to a prepared corpus, in one pass.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/options.h"
#include "corpus/corpus.h"

namespace dplda {

struct PrepareOptions {
  std::string format = "auto";  // auto, text, csv, tsv, ndjson, uci, ldac, mtx, npz
  std::string column = "text";  // csv, tsv: column name; ndjson: field name
  std::string word_list;        // ldac, mtx, npz: the file that names the ids, one word a line
  std::string stop_words = "english";  // english, none, or a file
  std::string stem = "none";           // a Snowball language
  std::int64_t min_length = 2;         // shortest word, in letters
  double min_df = 1;                   // documents, or a fraction if below 1
  double max_df = 1.0;         // fraction of the documents up to 1, above it a number of documents
  std::int64_t max_words = 0;  // 0: all
  bool binary = false;
  std::string vocab;  // a word list that is public
  bool assume_public_vocab = false;
  bool other_word = false;
  std::string invalid_utf8 = "error";  // error, replace
  std::int64_t max_line = 64 << 20;    // bytes of one document's line
};

// Bound to `options`, which must outlive the table.
OptionTable option_table(PrepareOptions& options);

// Called now and then with the bytes read so far (before decompression where that can be known) and
// the documents.
using PrepareProgress = std::function<void(std::uint64_t bytes, std::uint64_t documents)>;

// Reads `inputs` (files, or directories whose files are a document each) and writes a corpus file
// to `output`. Memory beside the vocabulary is bounded; pairs are spilled beside the output.
void prepare(const std::vector<std::string>& inputs, const PrepareOptions& options,
             const std::string& output, const PrepareProgress& progress = {});

// Opens whatever the user named: a corpus file as it is, anything else prepared in memory with
// `options`.
Corpus open_corpus(const std::string& path, const PrepareOptions& options = {});

// The same for a model's vocabulary: text is tokenised as `preparation` says, every word is matched
// to `vocabulary`.
Corpus open_corpus_for(const std::string& path, const Vocabulary& vocabulary,
                       const nlohmann::ordered_json& preparation, std::uint64_t* dropped = nullptr);

}  // namespace dplda
