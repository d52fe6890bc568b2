// Streams of documents, as the readers of text/ hand them on: either text still to be cut into
// words, or bags of ids.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace dplda {

// Documents as text, one after the other.
class TextSource {
 public:
  virtual ~TextSource() = default;
  // The next document's text, valid until the next call; false at the end. Throws InputError naming
  // file and line.
  virtual bool next(std::string_view& text) = 0;
};

struct WordCount {
  std::uint32_t word;
  std::uint32_t count;
};

// Documents as bags of word ids.
class BagSource {
 public:
  virtual ~BagSource() = default;
  // The names of ids 0..size-1, not yet checked for repetitions; where the format brings none, the
  // ids in decimal. Of the ids that next() has given so far at least, of all once it has returned
  // false: some formats do not say how many words there are before their end. Names once given
  // stay; the vector may grow with next().
  virtual const std::vector<std::string>& words() const = 0;
  // The next document, ids below words().size(), counts >= 1, each id at most once, ascending;
  // false at the end. An empty document is a document. Throws InputError naming file and line.
  virtual bool next(std::vector<WordCount>& bag) = 0;
};

}  // namespace dplda
