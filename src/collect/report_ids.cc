#include "collect/report_ids.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/random.h"

namespace dplda {

namespace {

constexpr std::size_t kLeastSlots = 16;

// The table is at most three quarters full.
std::size_t slots_for(std::size_t ids) {
  return std::max(kLeastSlots, std::bit_ceil(ids + ids / 3 + 1));
}

}  // namespace

ReportIds::ReportIds() : slots_(kLeastSlots) {
  const Key key = random_key();
  std::memcpy(&salt_low_, key.data(), sizeof salt_low_);
  std::memcpy(&salt_high_, key.data() + sizeof salt_low_, sizeof salt_high_);
}

ReportIds::Slot ReportIds::slot_of(const ReportId& id) {
  Slot slot;
  std::memcpy(&slot.low, id.data(), sizeof slot.low);
  std::memcpy(&slot.high, id.data() + sizeof slot.low, sizeof slot.high);
  return slot;
}

// Where `wanted` stands, or the free slot where it belongs.
std::size_t ReportIds::place(const std::vector<Slot>& slots, const Slot& wanted) const {
  const auto product =
      static_cast<unsigned __int128>(wanted.low ^ salt_low_) * (wanted.high ^ salt_high_);
  const std::uint64_t hash =
      (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64)) *
      0x9E3779B97F4A7C15;
  const std::size_t mask = slots.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash >> 16) & mask;
  while (slots[at] != Slot{} && slots[at] != wanted) at = (at + 1) & mask;
  return at;
}

void ReportIds::resize(std::size_t slots) {
  std::vector<Slot> larger(slots);
  for (const Slot& slot : slots_) {
    if (slot != Slot{}) larger[place(larger, slot)] = slot;
  }
  slots_ = std::move(larger);
}

bool ReportIds::insert(const ReportId& id) {
  const Slot wanted = slot_of(id);
  if (wanted == Slot{}) return !std::exchange(has_zero_, true);
  std::size_t at = place(slots_, wanted);
  if (slots_[at] == wanted) return false;
  if (slots_for(size_ + 1) > slots_.size()) {
    resize(2 * slots_.size());
    at = place(slots_, wanted);
  }
  slots_[at] = wanted;
  ++size_;
  return true;
}

bool ReportIds::contains(const ReportId& id) const {
  const Slot wanted = slot_of(id);
  return wanted == Slot{} ? has_zero_ : slots_[place(slots_, wanted)] == wanted;
}

void ReportIds::reserve(std::size_t ids) {
  if (slots_for(ids) > slots_.size()) resize(slots_for(ids));
}

std::vector<ReportId> ReportIds::sorted() const {
  std::vector<ReportId> ids;
  ids.reserve(size());
  if (has_zero_) ids.push_back({});
  for (const Slot& slot : slots_) {
    if (slot == Slot{}) continue;
    ReportId& id = ids.emplace_back();
    std::memcpy(id.data(), &slot.low, sizeof slot.low);
    std::memcpy(id.data() + sizeof slot.low, &slot.high, sizeof slot.high);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace dplda
