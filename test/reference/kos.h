// The KOS corpus as published experiments use it: the 1000 words that are in the most documents,
// the first 3000 documents for training, the last 430 for test.
#pragma once

#include <string>

#include "corpus/corpus.h"

namespace dplda::test {

struct Kos {
  Corpus train;
  Corpus test_counts;
  Corpus test_binary;
};

// `path`: docword.kos.txt.gz. `binary`: whether the training documents count a word once.
Kos load_kos(const std::string& path, bool binary);

}  // namespace dplda::test
