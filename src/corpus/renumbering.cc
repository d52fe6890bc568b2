#include "corpus/renumbering.h"

#include <algorithm>
#include <limits>

#include "base/errors.h"

namespace dplda {

void Renumberer::gather(std::span<const std::int32_t> words, std::span<const std::int32_t> counts) {
  pairs_.clear();
  std::uint64_t without_id = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::int32_t id = how_.new_ids[static_cast<std::size_t>(words[i])];
    const auto count = static_cast<std::uint32_t>(counts[i]);
    if (id < 0) {
      without_id += count;
    } else {
      pairs_.push_back(static_cast<std::uint64_t>(id) << 32 | count);
    }
  }
  dropped_ += without_id;
  if (without_id == 0 || !how_.other_word) return;
  const auto other = static_cast<std::uint64_t>(*how_.other_word);
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (without_id > kMost) throw InputError("a document has 2^31 tokens or more of one word");
  pairs_.push_back(other << 32 | without_id);
}

Bag Renumberer::operator()(std::span<const std::int32_t> words,
                           std::span<const std::int32_t> counts) {
  gather(words, counts);
  if (!std::is_sorted(pairs_.begin(), pairs_.end())) std::sort(pairs_.begin(), pairs_.end());
  words_.clear();
  counts_.clear();
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  for (const std::uint64_t pair : pairs_) {
    const auto id = static_cast<std::int32_t>(pair >> 32);
    const auto count = how_.binary ? 1 : static_cast<std::int32_t>(pair & 0xffffffff);
    if (words_.empty() || words_.back() != id) {
      words_.push_back(id);
      counts_.push_back(count);
    } else if (!how_.binary) {
      const std::int64_t sum = std::int64_t{counts_.back()} + count;
      if (sum > kMost) throw InputError("a document has 2^31 tokens or more of one word");
      counts_.back() = static_cast<std::int32_t>(sum);
    }
  }
  return {words_, counts_};
}

}  // namespace dplda
