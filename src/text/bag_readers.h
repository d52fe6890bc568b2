// Readers of corpora that are already bags of word ids: UCI bag of words, LDA-C, MatrixMarket and
// SciPy's sparse matrices.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "text/document_source.h"
#include "text/word_list.h"

namespace dplda {

enum class BagFormat { kUci, kLdaC, kMatrixMarket, kNpz };

// The format of a file, by its first bytes (decompressed; a few thousand are plenty) and its name;
// nothing if it is none of these.
std::optional<BagFormat> sniff_bags(std::string_view first_bytes, const std::string& path);

// Opens a corpus. The names of its words come from the file `word_list` if that is not empty, else
// from a file beside `path` or in the archive, else they are the ids in decimal:
//   UCI           docword.NAME.txt: vocab.NAME.txt; it must exist and have as many lines as words
//   LDA-C         NAME.vocab or vocab.txt
//   MatrixMarket  NAME.cols or NAME.vocab
//   npz           an array of strings `vocabulary`
// (each also compressed; nothing is looked for if `path` is "-"). `input` is the stream to read;
// npz files are mapped by `path` and do not use it. Every fault of the files is an InputError, here
// or while reading.
std::unique_ptr<BagSource> open_bags(std::unique_ptr<ByteSource> input, const std::string& path,
                                     BagFormat format, const std::string& word_list);

// One format each, with the names in hand.
//
// UCI bag of words: the numbers of documents, words and lines that follow, then "document word
// count", ids from 1, documents ascending, words in any order but none twice. Streams. Throws
// InputError at once unless `names` has as many words as the header says.
std::unique_ptr<BagSource> open_uci(std::unique_ptr<ByteSource> input, WordList names);
// LDA-C: a document a line, "N id:count ... id:count" with N different ids from 0. Streams.
std::unique_ptr<BagSource> open_lda_c(std::unique_ptr<ByteSource> input,
                                      std::optional<WordList> names);
// MatrixMarket: a coordinate matrix, rows are documents, columns words, in any order; entries of
// the same place are added, zeros dropped. Reads the whole matrix into memory at once.
std::unique_ptr<BagSource> open_matrix_market(std::unique_ptr<ByteSource> input,
                                              std::optional<WordList> names);
// SciPy's save_npz in the formats csr (streams from the mapping), csc and coo (in memory); rows are
// documents. Entries of the same place are added, zeros dropped.
std::unique_ptr<BagSource> open_sparse_npz(const std::string& path, std::optional<WordList> names);

}  // namespace dplda
