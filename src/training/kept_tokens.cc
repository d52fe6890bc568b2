#include "training/kept_tokens.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace dplda {
namespace {

// Documents that a thread takes at once.
constexpr std::uint64_t kDocumentsPerPiece = 64;

}  // namespace

TokenSequences kept_tokens(const Corpus& corpus, const KeptWords& kept, const RandomStreams& random,
                           ThreadPool& pool, std::uint64_t first) {
  const std::uint64_t documents = corpus.documents();
  std::vector<std::uint64_t> offsets = {0};
  offsets.reserve(documents + 1);
  for (std::uint64_t m = 0; m < documents; ++m)
    offsets.push_back(offsets.back() + kept.of(corpus.document(m).words.size()));
  std::vector<std::uint32_t> words(offsets.back());
  const std::uint64_t pieces = (documents + kDocumentsPerPiece - 1) / kDocumentsPerPiece;
  pool.for_each(pieces, [&](std::size_t piece, int) {
    std::vector<std::uint32_t> distinct;
    const std::uint64_t begin = piece * kDocumentsPerPiece;
    for (std::uint64_t m = begin; m < std::min(documents, begin + kDocumentsPerPiece); ++m) {
      const Bag bag = corpus.document(m);
      distinct.assign(bag.words.begin(), bag.words.end());
      kept.choose(distinct, random, first + m);
      std::copy(distinct.begin(), distinct.end(),
                words.begin() + static_cast<std::ptrdiff_t>(offsets[m]));
    }
  });
  return {std::move(offsets), std::move(words), corpus.words(), first};
}

}  // namespace dplda
