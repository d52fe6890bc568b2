#include "training/soft_counts.h"

#include <algorithm>

namespace dplda {
namespace {

// Partial tables of all threads together may take this many bytes; beyond it fewer threads count.
constexpr std::size_t kPartialSoftCountBytes = std::size_t{1} << 28;

Topic likeliest(std::span<const float> shares) {
  return static_cast<Topic>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

}  // namespace

std::vector<std::int64_t> bounded_word_totals(const TokenSequences& documents,
                                              const BoundedPart& part) {
  std::vector<std::int64_t> totals(documents.vocabulary());
  for (std::uint64_t m = 0; m < documents.documents(); ++m) {
    const auto each = static_cast<std::int64_t>(part.of_equal(documents.length(m)));
    for (const std::uint32_t word : documents.document(m)) totals[word] += each;
  }
  return totals;
}

std::vector<std::int64_t> bounded_soft_counts(const TokenSequences& documents,
                                              const SoftWeights& weights, double alpha,
                                              std::int64_t sweeps, const BoundedPart& part,
                                              ThreadPool& pool, std::span<Topic> likely) {
  const std::size_t topics = weights.topics;
  const std::size_t cells = topics * documents.vocabulary();
  const std::size_t parts = std::clamp<std::size_t>(
      kPartialSoftCountBytes / std::max<std::size_t>(cells * sizeof(std::int64_t), 1), 1,
      static_cast<std::size_t>(pool.threads()));
  std::vector<std::vector<std::int64_t>> tables(parts, std::vector<std::int64_t>(cells));
  const std::vector<std::uint64_t> chunks = document_chunks(documents);
  // Whole numbers may be added in any order.
  pool.for_each(parts, [&](std::size_t own, int) {
    SoftScratch scratch;
    std::vector<std::uint32_t> whole;
    for (std::size_t chunk = own; chunk + 1 < chunks.size(); chunk += parts) {
      for (std::uint64_t m = chunks[chunk]; m < chunks[chunk + 1]; ++m) {
        const std::span<const std::uint32_t> words = documents.document(m);
        soft_document(weights, words, static_cast<float>(alpha), sweeps, scratch);
        part.scale(scratch.shares, whole);
        for (std::size_t j = 0; j < words.size(); ++j) {
          std::int64_t* column = tables[own].data() + words[j] * topics;
          for (std::size_t k = 0; k < topics; ++k) column[k] += whole[j * weights.stride + k];
          likely[documents.begin(m) + j] =
              likeliest(std::span(scratch.shares).subspan(j * weights.stride, topics));
        }
      }
    }
  });
  for (std::size_t other = 1; other < parts; ++other) {
    for (std::size_t i = 0; i < cells; ++i) tables[0][i] += tables[other][i];
  }
  return std::move(tables[0]);
}

}  // namespace dplda
