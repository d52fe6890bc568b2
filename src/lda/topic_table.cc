#include "lda/topic_table.h"

#include <algorithm>

namespace dplda {
namespace {

// Partial tables of all threads together may take this many bytes; beyond it fewer threads count.
constexpr std::size_t kPartialBytes = std::size_t{1} << 28;

}  // namespace

void TopicTable::recount(const TokenSequences& tokens, std::span<const Topic> topics,
                         ThreadPool& pool) {
  const std::size_t table_bytes = std::max<std::size_t>(cells_.size() * sizeof(std::int32_t), 1);
  const std::size_t parts = std::clamp<std::size_t>(kPartialBytes / table_bytes, 1,
                                                    static_cast<std::size_t>(pool.threads()));
  std::vector<std::vector<std::int32_t>> partial(parts - 1);
  const std::span<const std::uint32_t> words = tokens.words();

  pool.for_each(parts, [&](std::size_t part, int) {
    std::vector<std::int32_t>& own = part == 0 ? cells_ : partial[part - 1];
    own.assign(cells_.size(), 0);
    const std::size_t end = words.size() * (part + 1) / parts;
    for (std::size_t j = words.size() * part / parts; j < end; ++j)
      ++own[words[j] * stride_ + topics[j]];
  });

  std::fill(totals_.begin(), totals_.end(), 0);
  for (std::uint32_t word = 0; word < words_; ++word) {
    const std::span<std::int32_t> cells = column(word);
    for (const std::vector<std::int32_t>& other : partial) {
      for (std::size_t k = 0; k < topics_; ++k) cells[k] += other[word * stride_ + k];
    }
    for (std::size_t k = 0; k < topics_; ++k) totals_[k] += cells[k];
  }
}

}  // namespace dplda
