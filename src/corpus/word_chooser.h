// Chooses a vocabulary in sight of the documents, in place of limits on their exact frequencies:
// the seam where a private choice comes in.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "corpus/document_spool.h"

namespace dplda {

class WordChooser {
 public:
  virtual ~WordChooser() = default;

  // Once, when all documents are read and the output can be written: the ids of at most `most`
  // words (0: no limit), in the order that the vocabulary is to have. `names` is indexed by id.
  virtual std::vector<std::uint32_t> choose(std::span<const std::string_view> names,
                                            DocumentSpool& documents, std::uint64_t most) = 0;

  // Writes into the record of the preparation how the words were chosen: nothing that depends on
  // the documents.
  virtual void record(Preparation& preparation) const = 0;
};

}  // namespace dplda
