#include "text/word_table.h"

#include <cstring>

#include "base/errors.h"
#include "text/bag_limits.h"

namespace dplda {

namespace {

constexpr std::size_t kFirstSlots = 1 << 12;

std::uint64_t load(const char* from, std::size_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, bytes);
  return value;
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// The letters from `from` on as a number, up to 8, padded with zeros. Fewer are covered by loads
// that overlap, so that no load has a size that is only known at run time.
std::uint64_t eight_letters(std::string_view word, std::size_t from) {
  if (from >= word.size()) return 0;
  const char* at = word.data() + from;
  const std::size_t size = word.size() - from;
  if (size >= 8) return load(at, 8);
  if (size >= 4) return load(at, 4) | load(at + size - 4, 4) << (8 * (size - 4));
  const std::size_t middle = size / 2;
  return load(at, 1) | load(at + middle, 1) << (8 * middle) |
         load(at + size - 1, 1) << (8 * (size - 1));
}

// Spelled out, because == of arrays calls memcmp.
bool same(const std::array<std::uint64_t, 3>& a, const std::array<std::uint64_t, 3>& b) {
  return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2])) == 0;
}

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

WordKey key_of(std::string_view word) {
  constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15;
  constexpr std::uint64_t kSecond = 0xD1B54A32D192ED03;
  WordKey key{{eight_letters(word, 0), eight_letters(word, 8), eight_letters(word, 16)}, 0};
  key.hash = mixed(key.start[0] ^ kFirst, key.start[1] ^ kSecond);
  key.hash = mixed(key.hash ^ key.start[2] ^ kFirst, word.size() ^ kSecond);
  for (std::size_t at = 24; at < word.size(); at += 8)
    key.hash = mixed(key.hash ^ eight_letters(word, at), kFirst);
  return key;
}

WordTable::WordTable() : slots_(kFirstSlots), begins_{0} {}

std::size_t WordTable::slot_of(std::string_view text, const WordKey& key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = key.hash & mask;
  for (; slots_[at].number != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.tag != tag_of(key.hash) || !same(slot.start, key.start)) continue;
    if (text.size() < 24 || word(slot.number - 1) == text) break;
  }
  return at;
}

std::uint32_t WordTable::insert(std::string_view text, const WordKey& key) {
  std::size_t at = slot_of(text, key);
  if (slots_[at].number != 0) return slots_[at].number - 1;
  if (size() >= kMostWords) throw InputError("more than 2^31 distinct words");
  if ((size() + std::size_t{1}) * 4 > slots_.size() * 3) {
    grow();
    at = slot_of(text, key);
  }
  letters_.append(text);
  begins_.push_back(letters_.size());
  slots_[at] = {.start = key.start, .tag = tag_of(key.hash), .number = size()};
  return size() - 1;
}

std::optional<std::uint32_t> WordTable::find(std::string_view text) const {
  const Slot& slot = slots_[slot_of(text, key_of(text))];
  if (slot.number == 0) return std::nullopt;
  return slot.number - 1;
}

void WordTable::grow() {
  slots_ = std::vector<Slot>(slots_.size() * 2);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    const WordKey key = key_of(word(number));
    std::size_t at = key.hash & mask;
    while (slots_[at].number != 0) at = (at + 1) & mask;
    slots_[at] = {.start = key.start, .tag = tag_of(key.hash), .number = number + 1};
  }
}

}  // namespace dplda
