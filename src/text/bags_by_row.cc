#include "text/bags_by_row.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "text/bag_limits.h"

namespace dplda {

void sort_and_merge(std::vector<WordCount>& bag, const std::string& source) {
  if (!std::ranges::is_sorted(bag, {}, &WordCount::word)) {
    std::ranges::sort(bag, {}, &WordCount::word);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < bag.size(); ++i) {
    if (kept == 0 || bag[kept - 1].word != bag[i].word) {
      bag[kept++] = bag[i];
      continue;
    }
    const std::uint64_t sum = std::uint64_t{bag[kept - 1].count} + bag[i].count;
    if (sum > kMostCount) {
      throw InputError(fmt::format("{}: the counts of a word in a document add up to more than {}",
                                   source, kMostCount));
    }
    bag[kept - 1].count = static_cast<std::uint32_t>(sum);
  }
  bag.resize(kept);
}

void BagsByRow::finish(std::uint64_t rows, const std::string& source) {
  if (rows > most_plausible(entries_.size())) {
    throw InputError(fmt::format("{}: {} documents with {} counts; its size is damaged", source,
                                 rows, entries_.size()));
  }
  source_ = source;
  offsets_.assign(rows + 1, 0);
  for (const auto& entry : entries_) ++offsets_[entry.row + 1];
  for (std::uint64_t row = 0; row < rows; ++row) offsets_[row + 1] += offsets_[row];
  pairs_.resize(entries_.size());
  for (const auto& entry : entries_) pairs_[offsets_[entry.row]++] = entry.pair;
  // Every offset now stands at its row's end, which is the next one's beginning.
  std::shift_right(offsets_.begin(), offsets_.end(), 1);
  offsets_.front() = 0;
  entries_ = {};
}

bool BagsByRow::next(std::vector<WordCount>& bag) {
  bag.clear();
  if (row_ + 1 == offsets_.size()) return false;
  const auto begin = pairs_.begin() + static_cast<std::ptrdiff_t>(offsets_[row_]);
  const auto end = pairs_.begin() + static_cast<std::ptrdiff_t>(offsets_[row_ + 1]);
  bag.assign(begin, end);
  sort_and_merge(bag, source_);
  ++row_;
  return true;
}

}  // namespace dplda
