// What public text says of words: how frequent they are, and which go together
// (docs/internals/algorithms.md, "Public text"). It is made of public documents alone.
#pragma once

#include <cstddef>
#include <vector>

#include "algebra/matrix.h"
#include "base/threads.h"
#include "corpus/corpus.h"

namespace dplda {

struct PublicWords {
  // Of words, above 0, summing to 1.
  std::vector<double> frequencies;
  // A row for each word: words that go together have rows that point the same way. Of length one,
  // but for words of which little is known.
  Matrix directions;
};

// Directions are the leading eigenvectors of the positive pointwise mutual information of words in
// documents, times the roots of their eigenvalues. Documents of fewer than five words tell nothing.
// REQUIRES: at least one word.
PublicWords public_words(const Corpus& text, std::size_t directions, ThreadPool& pool);

// Deviations of frequencies from some that are given, along directions that are centred and
// orthonormal under those: row i of `axes` is word i's part of each, `variances` how much each is
// expected to vary.
struct WordAxes {
  Matrix axes;
  std::vector<double> variances;
};

// REQUIRES: as many frequencies as rows of `directions`, above 0, summing to 1.
WordAxes word_axes(const Matrix& directions, const std::vector<double>& frequencies,
                   ThreadPool& pool);

}  // namespace dplda
