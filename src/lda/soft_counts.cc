#include "lda/soft_counts.h"

#include <algorithm>
#include <cmath>

namespace dplda {
namespace {

// Partial tables of all threads together may take this many bytes; beyond it fewer threads count.
constexpr std::size_t kPartialSoftCountBytes = std::size_t{1} << 28;

// floor(factor * share) of every cell. Returns the sum of their squares.
std::uint64_t whole_shares(std::span<const float> shares, double factor,
                           std::vector<std::uint32_t>& whole) {
  std::uint64_t squares = 0;
  whole.resize(shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto value = static_cast<std::uint32_t>(factor * static_cast<double>(shares[i]));
    whole[i] = value;
    squares += std::uint64_t{value} * value;
  }
  return squares;
}

// The document's part, as near to length `bound` as whole numbers get without passing it, whatever
// the rounding of the shares.
void bounded_shares(std::span<const float> shares, std::uint32_t bound,
                    std::vector<std::uint32_t>& whole) {
  double squares = 0;
  for (const float share : shares)
    squares += static_cast<double>(share) * static_cast<double>(share);
  double factor = squares > 0 ? bound / std::sqrt(squares) : 0;
  while (whole_shares(shares, factor, whole) > std::uint64_t{bound} * bound) factor *= 1 - 0x1p-10;
}

Topic likeliest(std::span<const float> shares) {
  return static_cast<Topic>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

}  // namespace

std::vector<std::int64_t> bounded_word_totals(const TokenSequences& documents,
                                              std::uint32_t bound) {
  std::vector<std::int64_t> totals(documents.vocabulary());
  for (std::uint64_t m = 0; m < documents.documents(); ++m) {
    const std::uint64_t words = documents.length(m);
    // The largest whole c with words * c^2 <= bound^2.
    std::uint64_t part =
        words == 0 ? 0 : static_cast<std::uint64_t>(bound / std::sqrt(static_cast<double>(words)));
    while (words * part * part > std::uint64_t{bound} * bound) --part;
    for (const std::uint32_t word : documents.document(m))
      totals[word] += static_cast<std::int64_t>(part);
  }
  return totals;
}

std::vector<std::int64_t> bounded_soft_counts(const TokenSequences& documents,
                                              const SoftWeights& weights, double alpha,
                                              std::int64_t sweeps, std::uint32_t bound,
                                              ThreadPool& pool, std::span<Topic> likely) {
  const std::size_t topics = weights.topics;
  const std::size_t cells = topics * documents.vocabulary();
  const std::size_t parts = std::clamp<std::size_t>(
      kPartialSoftCountBytes / std::max<std::size_t>(cells * sizeof(std::int64_t), 1), 1,
      static_cast<std::size_t>(pool.threads()));
  std::vector<std::vector<std::int64_t>> tables(parts, std::vector<std::int64_t>(cells));
  const std::vector<std::uint64_t> chunks = document_chunks(documents);
  // Whole numbers may be added in any order.
  pool.for_each(parts, [&](std::size_t part, int) {
    SoftScratch scratch;
    std::vector<std::uint32_t> whole;
    for (std::size_t chunk = part; chunk + 1 < chunks.size(); chunk += parts) {
      for (std::uint64_t m = chunks[chunk]; m < chunks[chunk + 1]; ++m) {
        const std::span<const std::uint32_t> words = documents.document(m);
        soft_document(weights, words, static_cast<float>(alpha), sweeps, scratch);
        bounded_shares(scratch.shares, bound, whole);
        for (std::size_t j = 0; j < words.size(); ++j) {
          std::int64_t* column = tables[part].data() + words[j] * topics;
          for (std::size_t k = 0; k < topics; ++k) column[k] += whole[j * weights.stride + k];
          likely[documents.begin(m) + j] =
              likeliest(std::span(scratch.shares).subspan(j * weights.stride, topics));
        }
      }
    }
  });
  for (std::size_t part = 1; part < parts; ++part) {
    for (std::size_t i = 0; i < cells; ++i) tables[0][i] += tables[part][i];
  }
  return std::move(tables[0]);
}

}  // namespace dplda
