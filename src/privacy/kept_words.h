// At most so many of a document's distinct words are kept, chosen by coins of its own: what bounds
// a document's part of drawn tables, and a contributor's report.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"

namespace dplda {

class KeptWords {
 public:
  // REQUIRES: most >= 1.
  explicit KeptWords(std::uint64_t most) : most_(most) {}

  std::uint64_t most() const { return most_; }
  // How many are kept of so many.
  std::uint64_t of(std::uint64_t distinct) const { return std::min(most_, distinct); }

  // A uniformly random choice in a uniformly random order, for tables in which every kept word
  // counts once: the squares of a document's cells sum to at most `most`, whatever it has. The
  // choice reads how many words there are, not which.
  void choose(std::vector<std::uint32_t>& distinct, const RandomStreams& random,
              std::uint64_t document) const;

  // Those of the smallest priorities, for reports. A word's priority depends on the document's
  // coins and on the word alone: one word more pushes out at most one other, so that two documents
  // that differ in one word differ in at most two that are kept (docs/privacy/proofs.md, "Choosing
  // kept words"). REQUIRES: words strictly ascending, none negative.
  std::vector<std::int32_t> first_of(std::span<const std::int32_t> words,
                                     const RandomStreams& random, std::uint64_t document) const;

 private:
  std::uint64_t most_;
};

}  // namespace dplda
