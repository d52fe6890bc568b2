// Documents in provisional word ids, kept until their vocabulary is known, and the two ways out: a
// corpus file larger than memory, or a Corpus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "corpus/corpus.h"
#include "corpus/renumbering.h"

namespace dplda {

class DocumentSpool {
 public:
  // Keeps everything in memory.
  DocumentSpool();
  // Keeps up to `memory` bytes in memory (a pair takes 2 to 4), what is more in a nameless file in
  // `directory`.
  explicit DocumentSpool(std::string directory, std::size_t memory = std::size_t{64} << 20);

  // Words in any order, ids >= 0, possibly repeated; counts >= 1. Throws InputError if they are
  // not, or SystemError if the disk is full.
  void add(std::span<const std::int32_t> words, std::span<const std::int32_t> counts);

  std::uint64_t documents() const { return documents_; }

  // Reads the documents back, in order.
  class Reader {
   public:
    explicit Reader(DocumentSpool& spool);
    // The next document, valid until the next call; false at the end.
    bool next(std::span<const std::int32_t>& words, std::span<const std::int32_t>& counts);

   private:
    bool fill(std::size_t size);

    std::unique_ptr<ByteSource> source_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::vector<std::int32_t> words_;
    std::vector<std::int32_t> counts_;
  };

 private:
  friend class Reader;

  SpillFile spill_;
  std::string scratch_;
  std::uint64_t documents_ = 0;
};

// What write_corpus wrote.
struct WrittenCorpus {
  std::uint64_t tokens = 0;
  std::uint64_t pairs = 0;
  std::uint64_t empty_documents = 0;
  std::uint64_t dropped = 0;              // tokens that were left out, or became the other word
  std::vector<std::uint64_t> marks = {};  // of the documents as they were written
};

// Writes the documents, renumbered, as a corpus file; the caller commits it. Memory is bounded by
// the largest document and the vocabulary. Temporary data goes to `directory`. REQUIRES: every id
// that was added is below how.new_ids.size(), and every new id below vocabulary.size().
WrittenCorpus write_corpus(AtomicFile& file, DocumentSpool& documents, const Renumbering& how,
                           const Vocabulary& vocabulary, const Preparation& preparation,
                           const std::string& directory);

// The same documents as a Corpus in memory. `source` is what errors call them.
Corpus build_corpus(DocumentSpool& documents, const Renumbering& how, Vocabulary vocabulary,
                    Preparation preparation, const std::string& source);

}  // namespace dplda
