// For audits, every release as it was seen; for tests, beside the counts that it was made of, so
// that its noise can be held against what was charged for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace dplda {

// Counts without noise. The product can hand them on but not read them: CountsInspector is defined
// by tests alone, which tools/check-layers sees to.
class TrueCounts {
 public:
  // `cells` must outlive it.
  explicit TrueCounts(std::span<const std::int64_t> cells) : cells_(cells) {}

 private:
  friend class CountsInspector;
  std::span<const std::int64_t> cells_;
};

// A release with noise. It stands in the ledger under this name and number.
struct Release {
  std::string_view name;
  std::uint64_t number;
  std::size_t columns;                  // cells of a word
  std::span<const std::int64_t> cells;  // as everybody may see them, word by word
  TrueCounts counts;                    // what they were made of
};

class ReleaseWitness {
 public:
  virtual ~ReleaseWitness() = default;
  // As soon as a release is made, before anything is made of it. What it shows ends with the call.
  virtual void on_release(const Release& release) = 0;
};

}  // namespace dplda
