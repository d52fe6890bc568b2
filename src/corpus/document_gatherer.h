// Counts words into documents as they are read, and keeps the documents until their vocabulary is
// known.
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/document_spool.h"

namespace dplda {

class DocumentGatherer {
 public:
  // REQUIRES: `spool` outlives this.
  explicit DocumentGatherer(DocumentSpool& spool) : spool_(spool) {}

  // Adds `count` occurrences of a word to the document at hand. Ids are provisional and dense:
  // memory is proportional to the largest. REQUIRES: id < 2^31; a document has fewer than 2^31
  // tokens.
  void add(std::uint32_t id, std::uint32_t count = 1) {
    if (id >= tallies_.size()) tallies_.resize(id + std::size_t{1});
    Tally& tally = tallies_[id];
    // The position is that of a word of this document if the document says so (a sparse set): no
    // table is cleared between documents.
    if (tally.position < words_.size() && words_[tally.position] == static_cast<std::int32_t>(id)) {
      counts_[tally.position] += static_cast<std::int32_t>(count);
      return;
    }
    tally.position = static_cast<std::uint32_t>(words_.size());
    ++tally.documents;
    words_.push_back(static_cast<std::int32_t>(id));
    counts_.push_back(static_cast<std::int32_t>(count));
  }

  // Asks for the memory that add(id) will touch.
  void prefetch(std::uint32_t id) const { __builtin_prefetch(tallies_.data() + id, 1); }

  // Puts the document at hand on the spool and starts the next.
  void end_document() {
    spool_.add(words_, counts_);
    words_.clear();
    counts_.clear();
  }

  std::uint64_t documents() const { return spool_.documents(); }
  // In how many documents each of `words` ids occurs. REQUIRES: every id added is below `words`.
  std::vector<std::uint64_t> document_frequencies(std::size_t words) const;

 private:
  struct Tally {
    std::uint64_t documents = 0;
    std::uint32_t position = 0;
  };

  DocumentSpool& spool_;
  std::vector<Tally> tallies_;
  std::vector<std::int32_t> words_;
  std::vector<std::int32_t> counts_;
};

}  // namespace dplda
