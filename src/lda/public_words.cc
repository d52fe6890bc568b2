#include "lda/public_words.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/eigen.h"
#include "algebra/product.h"
#include "base/steady_math.h"
#include "lda/pair_counts.h"

namespace dplda {
namespace {

// A document with fewer words tells nothing of which go together.
constexpr std::size_t kFewestWords = 5;
// Weights of documents are whole numbers, so that sums do not depend on their order: of 2^-20.
constexpr double kUnit = 0x1p20;
// Added to what is seen and to what is expected of a pair.
constexpr double kPairSmoothing = 3;
// A word's row is scaled to length one unless it is shorter than this part of the median.
constexpr double kShortest = 0.3;
// A word that public text does not have is taken to have this part of an even share, one that it
// has, that much more than was seen.
constexpr double kRareShare = 0.5;
// Of a direction, so that one along which nothing varies divides by nothing.
constexpr double kLeastVariance = 1e-6;

// Documents by 1/sqrt n for words, 1/n for pairs: long ones do not speak for all.
std::vector<double> frequencies_of(const WordLists& lists) {
  std::vector<std::int64_t> totals(lists.vocabulary());
  for (std::uint64_t m = 0; m < lists.documents(); ++m) {
    const auto words = lists.document(m);
    if (words.empty()) continue;
    const auto weight =
        static_cast<std::int64_t>(kUnit / std::sqrt(static_cast<double>(words.size())));
    for (const std::uint32_t word : words) totals[word] += weight;
  }
  std::vector<double> result(totals.begin(), totals.end());
  const double sum = std::accumulate(result.begin(), result.end(), 0.0);
  const double more = sum > 0 ? kRareShare * sum / static_cast<double>(result.size()) : 1;
  for (double& value : result)
    value = (value + more) / (sum + more * static_cast<double>(result.size()));
  return result;
}

// max(0, ln((C + s)/(E + s))), 0 on the diagonal.
Matrix mutual_information(const WordLists& lists, ThreadPool& pool) {
  std::vector<std::int64_t> weights(lists.documents());
  for (std::uint64_t m = 0; m < lists.documents(); ++m) {
    const std::size_t words = lists.document(m).size();
    if (words >= kFewestWords)
      weights[m] = static_cast<std::int64_t>(kUnit / static_cast<double>(words));
  }
  const std::vector<std::int64_t> counts = pair_counts(lists, weights, pool);
  const std::size_t size = lists.vocabulary();
  Matrix seen(size, size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = i + 1; j < size; ++j)
      seen(i, j) = seen(j, i) = static_cast<double>(counts[i * size + j]) / kUnit;
  std::vector<double> sums(size);
  for (std::size_t i = 0; i < size; ++i)
    sums[i] = std::accumulate(seen.row(i).begin(), seen.row(i).end(), 1.0);
  const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
  pool.for_each(size, [&](std::size_t i, int) {
    for (std::size_t j = 0; j < size; ++j) {
      const double expected = sums[i] * sums[j] / all;
      const double ratio = (seen(i, j) + kPairSmoothing) / (expected + kPairSmoothing);
      seen(i, j) = i == j || ratio <= 1 ? 0 : steady_log(ratio);
    }
  });
  return seen;
}

void scale_rows(Matrix& rows) {
  std::vector<double> lengths(rows.rows());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    double squares = 1e-12;
    for (const double cell : rows.row(i)) squares += cell * cell;
    lengths[i] = std::sqrt(squares);
  }
  std::vector<double> sorted = lengths;
  std::sort(sorted.begin(), sorted.end());
  const double least = kShortest * sorted[sorted.size() / 2];
  for (std::size_t i = 0; i < rows.rows(); ++i)
    for (double& cell : rows.row(i)) cell /= std::max(lengths[i], least);
}

}  // namespace

PublicWords public_words(const Corpus& text, std::size_t directions, ThreadPool& pool) {
  const WordLists lists(text);
  const std::size_t words = lists.vocabulary();
  const SymmetricEigen eigen = symmetric_eigen(mutual_information(lists, pool), pool);
  const std::size_t used = std::min(directions, words);
  PublicWords result{frequencies_of(lists), Matrix(words, used)};
  for (std::size_t k = 0; k < used; ++k) {
    const double scale = std::sqrt(std::max(eigen.values[k], 0.0));
    for (std::size_t i = 0; i < words; ++i) result.directions(i, k) = eigen.vectors(k, i) * scale;
  }
  scale_rows(result.directions);
  return result;
}

WordAxes word_axes(const Matrix& directions, const std::vector<double>& frequencies,
                   ThreadPool& pool) {
  Matrix centred = directions;
  std::vector<double> mean(directions.columns());
  for (std::size_t i = 0; i < directions.rows(); ++i)
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += frequencies[i] * directions(i, k);
  for (std::size_t i = 0; i < directions.rows(); ++i)
    for (std::size_t k = 0; k < mean.size(); ++k) centred(i, k) -= mean[k];
  Matrix weighted = centred;
  for (std::size_t i = 0; i < weighted.rows(); ++i)
    for (double& cell : weighted.row(i)) cell *= frequencies[i];
  const SymmetricEigen eigen = symmetric_eigen(product(transposed(weighted), centred, pool), pool);
  WordAxes result{product(centred, transposed(eigen.vectors), pool), eigen.values};
  for (std::size_t k = 0; k < result.variances.size(); ++k) {
    double& variance = result.variances[k];
    variance = std::max(variance, kLeastVariance);
    const double scale = 1 / std::sqrt(variance);
    for (std::size_t i = 0; i < result.axes.rows(); ++i) result.axes(i, k) *= scale;
  }
  return result;
}

}  // namespace dplda
