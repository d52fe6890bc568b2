// Keeps account of the documents of a preparation: the seam where it is decided whose they are.
#pragma once

#include <cstdint>
#include <span>

namespace dplda {

class DocumentKeeper {
 public:
  virtual ~DocumentKeeper() = default;

  // Once, when all documents are read, before words are chosen. What it throws ends the
  // preparation.
  virtual void meet(std::span<const std::uint64_t> marks) = 0;

  // Writes into the record of the corpus whose documents it holds.
  virtual void record(Preparation& preparation) = 0;

  // When the corpus is written and about to appear. `marks`: of its documents as they are in it.
  virtual void settle(std::span<const std::uint64_t> marks) = 0;
};

}  // namespace dplda
