// The corpora of the experiments, prepared as the paper does: documents as sets of words, the words
// that are in the most documents, the first documents to train on and the next to test with.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "lab/table_corpora.h"

namespace dplda {

struct Dataset {
  std::string name;   // "kos"
  std::string title;  // "KOS"
  Corpus all;         // training documents, then test documents
  Corpus train;
  Corpus test;
  std::uint64_t prior;                // documents that a stream has to begin with
  std::vector<std::uint32_t> labels;  // the class of each of `all`; may be empty
  std::string digest;                 // of all of it
};

// Opens each corpus once, when it is first asked for. Thread-safe.
class Shelf {
 public:
  // `directory`: where corpora are, each in a folder of its own or not; empty: none. `quick`: only
  // a few documents of each.
  Shelf(std::string directory, bool quick) : directory_(std::move(directory)), quick_(quick) {}

  // Whether that corpus is there: kos, nips, enron, victorian, or clinic, which always is.
  bool has(const std::string& name) const;
  // Throws InputError if it is not there or not what it should be.
  const Dataset& get(const std::string& name);
  // The names of those of `names` that are there; "clinic" alone if none is.
  std::vector<std::string> present(const std::vector<std::string>& names) const;

  // The same for the corpora of tables; generated ones are always there.
  const TableCorpus& of_table(const std::string& name);
  bool has_for_table(const std::string& name) const;

 private:
  std::string path_of(const std::string& name) const;
  std::unique_ptr<Dataset> open(const std::string& name) const;

  std::string directory_;
  bool quick_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Dataset>> opened_;
  std::map<std::string, std::unique_ptr<TableCorpus>> of_tables_;
};

}  // namespace dplda
