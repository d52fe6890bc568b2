// Documents one after the other in the words of a fixed vocabulary, while they come in: from a
// file, from a pipe, or from a directory that is being filled.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/watched_directory.h"
#include "corpus/corpus.h"
#include "corpus/preparation_record.h"

namespace dplda {

// `path` is one of:
// - a file: a corpus file, which is mapped, or any other that prepare reads. It ends at its end.
// - "-" (standard input) or a pipe, in any of the formats but npz, not compressed. Documents are
//   given as they arrive, and what a sender writes next is waited for until it is closed or
//   wait.stop says true; a document that is unfinished then is not given.
// - a directory: each file in it is a source of its own, of any format and possibly compressed,
//   taken once and whole, in the order of their names among those that are there; then new ones are
//   waited for as `wait` says. Writers rename finished files in; hidden files are none, and neither
//   are lists of words (vocab.NAME, NAME.vocab, NAME.cols), which stand beside files of counts.
// Memory holds one document and some words of text, and MatrixMarket, csc and coo files whole.
class DocumentStream {
 public:
  // `preparation` is the record of how the vocabulary's corpus was made. Throws InputError if that
  // is damaged or the path does not exist. Waits for nothing. REQUIRES: `vocabulary` outlives this.
  DocumentStream(std::string path, const Vocabulary& vocabulary, const Preparation& preparation,
                 Wait wait = {});
  ~DocumentStream();
  DocumentStream(const DocumentStream&) = delete;
  DocumentStream& operator=(const DocumentStream&) = delete;

  // The next document, as open_corpus_for() would have it: ids ascending, counts >= 1 (all 1
  // if the record says binary; those of a corpus file are kept as they are), both empty
  // for a document without a word of the vocabulary. False at the end, or when a wait was ended.
  // Throws InputError naming file and line; what follows in that source is given up, and the next
  // call goes on with the next file of a directory, or returns false.
  bool next(std::vector<std::int32_t>& words, std::vector<std::int32_t>& counts);

  // Documents and whole sources (those given up included) so far.
  std::uint64_t documents() const { return documents_; }
  std::uint64_t sources() const { return sources_; }

  // Documents of one source, and text in terms of the vocabulary.
  class Source;
  class TextMatcher;

 private:
  bool open_next();
  bool find_next(std::string& path);
  std::unique_ptr<Source> opened(const std::string& path);

  const Vocabulary& vocabulary_;
  RecordedPreparation recorded_;
  Wait wait_;
  std::optional<WatchedDirectory> directory_;
  std::deque<std::string> found_;  // paths to be read
  std::set<std::string> known_;    // in a directory: paths that are read or in found_
  std::unique_ptr<TextMatcher> matcher_;
  std::unique_ptr<Source> source_;
  bool stopped_ = false;  // the wait for a pipe was ended
  std::uint64_t documents_ = 0;
  std::uint64_t sources_ = 0;
};

}  // namespace dplda
