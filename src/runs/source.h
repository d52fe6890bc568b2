// Documents that somebody asks something about: a path, or rows in memory.
#pragma once

#include <optional>
#include <string>

#include "corpus/corpus.h"
#include "training/custody.h"

namespace dplda::runs {

struct Source {
  std::string path = {};           // "-": standard input; empty: in memory
  const Corpus* corpus = nullptr;  // the documents, where somebody holds them; must outlive the run
};

// The documents of a source, read unless somebody holds them.
class OpenSource {
 public:
  // Throws InputError if the path leads to nothing that can be read as documents.
  explicit OpenSource(const Source& source);

  const Corpus& corpus() const { return opened_ ? *opened_ : *held_; }
  // As a ledger knows them.
  const Holdings& holdings() const { return holdings_; }
  // Whether nobody but the caller has seen them on a disk.
  bool in_memory() const { return holdings_.path.empty(); }

 private:
  std::optional<Corpus> opened_;
  const Corpus* held_;
  Holdings holdings_;
};

}  // namespace dplda::runs
