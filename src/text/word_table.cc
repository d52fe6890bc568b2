#include "text/word_table.h"

#include "base/errors.h"

namespace dplda {

namespace {

constexpr std::size_t kFirstSlots = 1 << 12;
constexpr std::uint32_t kMostWords = std::uint32_t{1} << 31;

std::uint64_t load(const char* from, std::size_t bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, bytes);
  return value;
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// The first 8 letters as a number, padded with zeros. Short words are covered by loads that
// overlap, so that no load has a size that is only known at run time.
std::uint64_t head_of(std::string_view word) {
  const char* at = word.data();
  const std::size_t size = word.size();
  if (size >= 8) return load(at, 8);
  if (size >= 4) return load(at, 4) | load(at + size - 4, 4) << (8 * (size - 4));
  if (size == 0) return 0;
  const std::size_t middle = size / 2;
  return load(at, 1) | load(at + middle, 1) << (8 * middle) |
         load(at + size - 1, 1) << (8 * (size - 1));
}

// The letters after the first 8 are multiplied in 8 at a time, the last 8 overlapping others.
std::uint64_t hash_of(std::string_view word, std::uint64_t head) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  constexpr std::uint64_t kOther = 0xD1B54A32D192ED03;
  std::uint64_t state = mixed(head ^ kOther, kOdd ^ word.size());
  if (word.size() <= 8) return state;
  for (std::size_t at = 8; at + 8 < word.size(); at += 8)
    state = mixed(state ^ load(word.data() + at, 8), kOdd);
  return mixed(state ^ load(word.data() + word.size() - 8, 8), kOther);
}

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

}  // namespace

WordTable::WordTable() : slots_(kFirstSlots), begins_{0} {}

std::size_t WordTable::slot_of(std::string_view text, std::uint64_t head,
                               std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].number != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.head != head || slot.tag != tag_of(hash)) continue;
    if (text.size() < 8 || word(slot.number - 1) == text) break;
  }
  return at;
}

std::uint32_t WordTable::insert(std::string_view text) {
  const std::uint64_t head = head_of(text);
  const std::uint64_t hash = hash_of(text, head);
  std::size_t at = slot_of(text, head, hash);
  if (slots_[at].number != 0) return slots_[at].number - 1;
  if (size() + 1 >= kMostWords) throw InputError("more than 2^31 distinct words");
  if ((size() + std::size_t{1}) * 2 > slots_.size()) {
    grow();
    at = slot_of(text, head, hash);
  }
  letters_.append(text);
  begins_.push_back(letters_.size());
  slots_[at] = {.head = head, .tag = tag_of(hash), .number = size()};
  return size() - 1;
}

std::optional<std::uint32_t> WordTable::find(std::string_view text) const {
  const std::uint64_t head = head_of(text);
  const Slot& slot = slots_[slot_of(text, head, hash_of(text, head))];
  if (slot.number == 0) return std::nullopt;
  return slot.number - 1;
}

void WordTable::grow() {
  slots_ = std::vector<Slot>(slots_.size() * 2);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    const std::uint64_t head = head_of(word(number));
    const std::uint64_t hash = hash_of(word(number), head);
    std::size_t at = hash & mask;
    while (slots_[at].number != 0) at = (at + 1) & mask;
    slots_[at] = {.head = head, .tag = tag_of(hash), .number = number + 1};
  }
}

}  // namespace dplda
