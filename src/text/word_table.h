// Distinct words and their numbers in the order in which they first came: an open-addressing hash
// table over one arena of letters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dplda {

// A word as the table looks it up.
struct WordKey {
  std::array<std::uint64_t, 3> start;  // the first 24 letters, padded with zeros
  std::uint64_t hash;
};

// REQUIRES: no byte of `word` is 0.
WordKey key_of(std::string_view word);

class WordTable {
 public:
  WordTable();

  // The number of `word`, a new one (size() before the call) if it is not there yet. Throws
  // InputError at 2^31 words. REQUIRES: key == key_of(word).
  std::uint32_t insert(std::string_view word, const WordKey& key);
  std::uint32_t insert(std::string_view word) { return insert(word, key_of(word)); }
  // The number of `word` if it is there.
  std::optional<std::uint32_t> find(std::string_view word) const;
  // Asks for the memory that a look-up of `key` will read. A caller that does so some words ahead
  // does not wait for it.
  void prefetch(const WordKey& key) const {
    __builtin_prefetch(slots_.data() + (key.hash & (slots_.size() - 1)));
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(begins_.size() - 1); }
  // Valid until the next insert().
  std::string_view word(std::uint32_t number) const {
    const std::uint64_t begin = begins_[number];
    return {letters_.data() + begin, begins_[number + 1] - begin};
  }

 private:
  // Words of fewer than 24 letters are compared without leaving the slot, half a cache line.
  struct alignas(32) Slot {
    std::array<std::uint64_t, 3> start{};
    std::uint32_t tag = 0;     // high bits of the word's hash
    std::uint32_t number = 0;  // of the word, plus 1; 0: empty
  };

  // The slot that holds `word`, or the empty one where it belongs.
  std::size_t slot_of(std::string_view word, const WordKey& key) const;
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most three quarters of them full
  std::string letters_;
  std::vector<std::uint64_t> begins_;  // of each word in letters_, and the end
};

}  // namespace dplda
