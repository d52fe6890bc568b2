// A prepared corpus: documents as bags of word ids with counts, their vocabulary, and how it was
// prepared.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/npz.h"
#include "corpus/bag.h"
#include "corpus/preparation.h"
#include "text/vocabulary.h"

namespace dplda {

// Marks (corpus/document_marks.h) of what the documents of a corpus were before this process made
// it of them.
struct SourceMarks {
  std::vector<std::uint64_t> texts = {};
  std::vector<std::uint64_t> rows = {};  // over other words, or with other counts

  bool empty() const { return texts.empty() && rows.empty(); }
};

// Immutable once built; movable, not copyable. Holds its arrays or maps them from a corpus file.
class Corpus {
 public:
  // Takes ownership. Throws InputError, naming `source`, unless: offsets start at 0, ascend and end
  // at words.size() == counts.size(); every document passes checked_tokens().
  Corpus(Vocabulary vocabulary, std::vector<std::int64_t> offsets, std::vector<std::int32_t> words,
         std::vector<std::int32_t> counts, Preparation preparation, const std::string& source);

  // Borrows words and counts, which must outlive it. The same checks.
  static Corpus over(Vocabulary vocabulary, std::vector<std::int64_t> offsets,
                     std::span<const std::int32_t> words, std::span<const std::int32_t> counts,
                     Preparation preparation, const std::string& source);

  // Opens a corpus file (docs/use/formats.md). The same checks.
  static Corpus load(const std::string& path);
  // Writes a corpus file, atomically; SciPy's load_npz opens it.
  // The second form leaves commit() to the caller.
  void save(const std::string& path) const;
  void write(AtomicFile& file) const;

  std::uint64_t documents() const { return offsets_.size() - 1; }
  std::uint32_t words() const { return vocabulary_.size(); }
  std::uint64_t tokens() const { return tokens_; }
  std::uint64_t pairs() const { return words_.size(); }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  // How the corpus was made, as recorded in the file.
  const Preparation& preparation() const { return preparation_; }

  Bag document(std::uint64_t index) const {
    const auto begin = static_cast<std::size_t>(offsets_[index]);
    const auto size = static_cast<std::size_t>(offsets_[index + 1]) - begin;
    return {words_.subspan(begin, size), counts_.subspan(begin, size)};
  }
  std::span<const std::int64_t> offsets() const { return offsets_; }
  // All documents end to end, as they lie in memory: document m is offsets()[m]..offsets()[m + 1].
  Bag all() const { return {words_, counts_}; }

  // BLAKE2b-256 over sizes, vocabulary and pairs, in hexadecimal. A function of the private data:
  // never published.
  std::string digest() const;

  // The id of the ledger of its documents (docs/use/formats.md, "Corpus").
  void set_lineage(const std::string& id) { preparation_.lineage = id; }
  // What it was made from, as long as it is in memory: by that its account is found.
  const SourceMarks& source_marks() const { return source_marks_; }
  void set_source_marks(SourceMarks marks) { source_marks_ = std::move(marks); }

  // For whoever does not need the documents for a while: those of a corpus file take no memory
  // until they are read again. Documents held in memory stay there.
  void drop_pages() const noexcept {
    if (archive_) archive_->drop_pages();
  }

 private:
  Corpus() = default;
  explicit Corpus(std::unique_ptr<NpzReader> archive);
  void check_and_count(const std::string& source);

  Vocabulary vocabulary_;
  Preparation preparation_;
  std::uint64_t tokens_ = 0;
  std::span<const std::int64_t> offsets_;
  std::span<const std::int32_t> words_;
  std::span<const std::int32_t> counts_;
  // What the spans point into: either the vectors or the archive.
  std::vector<std::int64_t> owned_offsets_;
  std::vector<std::int32_t> owned_words_;
  std::vector<std::int32_t> owned_counts_;
  std::unique_ptr<NpzReader> archive_;
  SourceMarks source_marks_;
};

// Marks of the rows of a corpus.
std::vector<std::uint64_t> row_marks(const Corpus& corpus);
// Marks of its documents as they came: of the texts, or else the rows, that it was made from, where
// that was in this process; otherwise of its rows.
std::vector<std::uint64_t> document_marks(const Corpus& corpus);

// Whether the file at `path` is a corpus file, of whatever version; false where there is no such
// file. Throws InputError if it is a damaged archive.
bool is_corpus_file(const std::string& path);

// The documents that these functions make of others have the account of those.

// The same documents with every count 1.
Corpus binarised(const Corpus& corpus);

// Documents re-expressed in another vocabulary: words are matched by spelling, unknown ones are
// left out (or counted as `other`, where the vocabulary has the reserved word). How many tokens
// were left out goes to *dropped if given.
Corpus matched_to(const Corpus& corpus, const Vocabulary& vocabulary,
                  std::uint64_t* dropped = nullptr);

// A part of a corpus: the listed documents, in that order.
Corpus selected(const Corpus& corpus, std::span<const std::uint64_t> documents);

}  // namespace dplda
