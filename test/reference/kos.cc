#include "reference/kos.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "corpus/prepare.h"

namespace dplda::test {

Kos load_kos(const std::string& path, bool binary) {
  const auto part = [](const Corpus& corpus, std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> documents(last - first);
    std::iota(documents.begin(), documents.end(), first);
    return selected(corpus, documents);
  };
  PrepareOptions options;
  options.max_words = 1000;
  options.assume_public_vocab = true;
  const Corpus counts = open_corpus(path, options);
  const Corpus ones = binarised(counts);
  EXPECT_EQ(ones.tokens(), 211676u);  // the published corpus: distinct (document, word) pairs
  return {part(binary ? ones : counts, 0, 3000), part(counts, 3000, 3430), part(ones, 3000, 3430)};
}

}  // namespace dplda::test
