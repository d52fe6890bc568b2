// The ids of reports that were seen: a flat set of 128-bit numbers, at most 32 MiB for a million.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "collect/report_format.h"

namespace dplda {

class ReportIds {
 public:
  ReportIds();

  // Adds an id; false if it was there already.
  bool insert(const ReportId& id);
  bool contains(const ReportId& id) const;
  std::size_t size() const { return size_ + (has_zero_ ? 1 : 0); }
  // Room for so many, without growing.
  void reserve(std::size_t ids);
  // All of them in ascending order of bytes: the same list for the same set.
  std::vector<ReportId> sorted() const;

 private:
  struct Slot {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const Slot&) const = default;
  };

  static Slot slot_of(const ReportId& id);
  std::size_t place(const std::vector<Slot>& slots, const Slot& wanted) const;
  void resize(std::size_t slots);

  std::vector<Slot> slots_;  // open addressing, a power of two of them; all zero: free
  std::size_t size_ = 0;     // without the id that is all zero
  bool has_zero_ = false;
  // Secret, so that nobody can send ids that fall on one place. No result depends on them.
  std::uint64_t salt_low_;
  std::uint64_t salt_high_;
};

}  // namespace dplda
