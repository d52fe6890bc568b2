// Distinct words and their numbers in the order in which they first came: an open-addressing hash
// table over one arena of letters.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dplda {

class WordTable {
 public:
  WordTable();

  // The number of `word`, a new one (size() before the call) if it is not there yet. REQUIRES: no
  // byte of `word` is 0. Throws InputError at 2^31 words.
  std::uint32_t insert(std::string_view word);
  // The number of `word` if it is there.
  std::optional<std::uint32_t> find(std::string_view word) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(begins_.size() - 1); }
  // Valid until the next insert().
  std::string_view word(std::uint32_t number) const {
    const std::uint64_t begin = begins_[number];
    return {letters_.data() + begin, begins_[number + 1] - begin};
  }

 private:
  // Words of fewer than 8 letters are compared without leaving the slot.
  struct Slot {
    std::uint64_t head = 0;    // the first 8 letters, padded with zeros
    std::uint32_t tag = 0;     // high bits of the word's hash
    std::uint32_t number = 0;  // of the word, plus 1; 0: empty
  };

  // The slot that holds `word`, or the empty one where it belongs.
  std::size_t slot_of(std::string_view word, std::uint64_t head, std::uint64_t hash) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most half of them full
  std::string letters_;
  std::vector<std::uint64_t> begins_;  // of each word in letters_, and the end
};

}  // namespace dplda
