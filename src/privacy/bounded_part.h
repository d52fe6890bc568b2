// What one document adds to a table, bounded: whole numbers whose squares sum to at most B^2,
// whatever the document is. Whoever adds or removes it moves the table by a vector of length B at
// most, which is all that the noise of its release must hide (docs/privacy/proofs.md, Theorem B).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dplda {

class BoundedPart {
 public:
  // REQUIRES: bound >= 1.
  constexpr explicit BoundedPart(std::uint32_t bound) : bound_(bound) {}

  std::uint32_t bound() const { return bound_; }
  // What the squares of a document's cells sum to at most: what a release is charged with.
  constexpr std::uint64_t squares() const { return std::uint64_t{bound_} * bound_; }

  // floor(B q / |q|) of every cell q, |q| the root of their squares' sum, and less where rounding
  // would pass the bound. REQUIRES: finite shares, none negative. Proof of the bound: what is
  // returned was summed up in whole numbers, and made smaller until it fits.
  void scale(std::span<const float> shares, std::vector<std::uint32_t>& whole) const;
  // The same for a number of equal cells: the largest whole c with cells c^2 <= B^2; 0 for none.
  std::uint64_t of_equal(std::uint64_t cells) const;

 private:
  std::uint32_t bound_;
};

}  // namespace dplda
