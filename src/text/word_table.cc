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

// Multiplies 8 bytes at a time into the state. The last bytes are covered by loads that overlap, so
// that no load has a size that is only known at run time.
std::uint64_t hash_of(std::string_view word) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  constexpr std::uint64_t kOther = 0xD1B54A32D192ED03;
  const char* at = word.data();
  std::size_t left = word.size();
  std::uint64_t state = left * kOther;
  for (; left > 8; at += 8, left -= 8) state = mixed(state ^ load(at, 8), kOdd);
  std::uint64_t last = 0;
  if (left == 8) {
    last = load(at, 8);
  } else if (left >= 4) {
    last = load(at, 4) | load(at + left - 4, 4) << 32;
  } else if (left > 0) {
    last = load(at, 1) | load(at + left / 2, 1) << 8 | load(at + left - 1, 1) << 16;
  }
  return mixed(state ^ last, kOther);
}

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

WordTable::WordTable() : slots_(kFirstSlots), begins_{0} {}

std::size_t WordTable::slot_of(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].number != 0 &&
         (slots_[at].tag != tag_of(hash) || !same(word(slots_[at].number - 1), text)))
    at = (at + 1) & mask;
  return at;
}

std::uint32_t WordTable::insert(std::string_view text) {
  const std::uint64_t hash = hash_of(text);
  std::size_t at = slot_of(text, hash);
  if (slots_[at].number != 0) return slots_[at].number - 1;
  if (size() + 1 >= kMostWords) throw InputError("more than 2^31 distinct words");
  if ((size() + std::size_t{1}) * 2 > slots_.size()) {
    grow();
    at = slot_of(text, hash);
  }
  letters_.append(text);
  begins_.push_back(letters_.size());
  slots_[at] = {.tag = tag_of(hash), .number = size()};
  return size() - 1;
}

std::optional<std::uint32_t> WordTable::find(std::string_view text) const {
  const Slot& slot = slots_[slot_of(text, hash_of(text))];
  if (slot.number == 0) return std::nullopt;
  return slot.number - 1;
}

void WordTable::grow() {
  slots_ = std::vector<Slot>(slots_.size() * 2);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    const std::uint64_t hash = hash_of(word(number));
    std::size_t at = hash & mask;
    while (slots_[at].number != 0) at = (at + 1) & mask;
    slots_[at] = {.tag = tag_of(hash), .number = number + 1};
  }
}

}  // namespace dplda
