// From provisional word ids to those of the final vocabulary.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "corpus/bag.h"

namespace dplda {

struct Renumbering {
  // Indexed by old id: the new id, or -1 if the word is not in the new vocabulary. Several old
  // words may become one; their counts add up.
  std::vector<std::int32_t> new_ids;
  // The new id that stands for the words without one; unset: they are left out.
  std::optional<std::int32_t> other_word = {};
  // Every count becomes 1.
  bool binary = false;
};

// Renumbers documents one after the other, re-using its buffers.
class Renumberer {
 public:
  // REQUIRES: `how` outlives this.
  explicit Renumberer(const Renumbering& how) : how_(how) {}

  // The document in new ids, ascending; valid until the next call. `words` in any order, possibly
  // repeated. Throws InputError if a word's count reaches 2^31. REQUIRES: ids are in
  // [0, new_ids.size()).
  Bag operator()(std::span<const std::int32_t> words, std::span<const std::int32_t> counts);

  // Tokens that were left out, or became the other word, so far.
  std::uint64_t dropped() const { return dropped_; }

 private:
  void gather(std::span<const std::int32_t> words, std::span<const std::int32_t> counts);

  const Renumbering& how_;
  std::vector<std::uint64_t> pairs_;  // new id << 32 | count
  std::vector<std::int32_t> words_;
  std::vector<std::int32_t> counts_;
  std::uint64_t dropped_ = 0;
};

}  // namespace dplda
