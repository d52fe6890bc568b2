#include "lda/pair_counts.h"

#include <algorithm>

namespace dplda {
namespace {

// Words whose rows a thread fills at once: few enough to stay in its cache, enough that going
// through all documents for them is worth it.
constexpr std::uint32_t kRowsAtOnce = 32;

}  // namespace

WordLists::WordLists(const TokenSequences& documents)
    : offsets_(documents.offsets().begin(), documents.offsets().end()),
      words_(documents.words().begin(), documents.words().end()),
      vocabulary_(documents.vocabulary()) {
  for (std::size_t m = 0; m + 1 < offsets_.size(); ++m)
    std::sort(words_.begin() + static_cast<std::ptrdiff_t>(offsets_[m]),
              words_.begin() + static_cast<std::ptrdiff_t>(offsets_[m + 1]));
}

WordLists::WordLists(const Corpus& corpus)
    : offsets_(corpus.offsets().begin(), corpus.offsets().end()),
      words_(corpus.all().words.begin(), corpus.all().words.end()),
      vocabulary_(corpus.words()) {}

std::vector<std::int64_t> pair_counts(const WordLists& documents,
                                      std::span<const std::int64_t> weights, ThreadPool& pool) {
  const std::uint32_t vocabulary = documents.vocabulary();
  std::vector<std::int64_t> counts(std::size_t{vocabulary} * vocabulary);
  const std::size_t pieces = (vocabulary + kRowsAtOnce - 1) / kRowsAtOnce;
  pool.for_each(pieces, [&](std::size_t piece, int) {
    const auto first = static_cast<std::uint32_t>(piece) * kRowsAtOnce;
    for (std::uint64_t m = 0; m < documents.documents(); ++m) {
      const std::span<const std::uint32_t> words = documents.document(m);
      auto own = std::lower_bound(words.begin(), words.end(), first);
      for (; own != words.end() && *own < first + kRowsAtOnce; ++own) {
        std::int64_t* row = counts.data() + std::size_t{*own} * vocabulary;
        for (auto other = own + 1; other != words.end(); ++other) row[*other] += weights[m];
      }
    }
  });
  return counts;
}

}  // namespace dplda
