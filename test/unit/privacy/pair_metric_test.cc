#include "privacy/pair_metric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/errors.h"
#include "base/random.h"

namespace dplda {
namespace {

constexpr std::uint32_t kMetricWords = 6;
constexpr std::uint32_t kMetricBound = 1000;

std::vector<std::int32_t> some_metric(std::uint32_t number) {
  const RandomStreams random(Key{});
  RandomStream coins(random, Purpose::kSynthetic, number);
  std::vector<std::int32_t> cells(kMetricWords * kMetricWords);
  for (std::uint32_t i = 0; i < kMetricWords; ++i)
    for (std::uint32_t j = 0; j < kMetricWords; ++j)
      cells[i * kMetricWords + j] =
          static_cast<std::int32_t>(coins.below(401)) - 200 + (i == j ? 1000 : 0);
  return cells;
}

std::vector<std::uint32_t> words_of(unsigned document) {
  std::vector<std::uint32_t> words;
  for (std::uint32_t i = 0; i < kMetricWords; ++i)
    if ((document >> i & 1U) != 0) words.push_back(i);
  return words;
}

using Sums = std::vector<std::int64_t>;

void add(Sums& sums, unsigned document, const PairMetric& metric) {
  const std::vector<std::uint32_t> words = words_of(document);
  const std::int64_t part = metric.of_document(words);
  for (const std::uint32_t i : words)
    for (const std::uint32_t j : words)
      if (i < j) sums[i * kMetricWords + j] += part;
}

double distance(const Sums& a, const Sums& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a[i] - b[i]) * static_cast<double>(a[i] - b[i]);
  return std::sqrt(sum);
}

TEST(PairMetric, IsTheTriangleOfTheProductOnBothSidesRoundedDown) {
  ThreadPool pool(1);
  const std::vector<std::int32_t> w = some_metric(1);
  const PairMetric metric(kMetricWords, w, kMetricBound, pool);
  Sums sums(kMetricWords * kMetricWords);
  for (unsigned document = 0; document < 1U << kMetricWords; ++document)
    add(sums, document, metric);
  const std::vector<std::int64_t> cells = metric.triangle(sums, pool);
  std::size_t next = 0;
  for (std::size_t i = 0; i < kMetricWords; ++i) {
    for (std::size_t j = i; j < kMetricWords; ++j) {
      __int128 sum = 0;
      for (std::size_t a = 0; a < kMetricWords; ++a)
        for (std::size_t b = 0; b < kMetricWords; ++b)
          sum += a == b ? __int128{0}
                        : __int128{w[i * kMetricWords + a]} * w[j * kMetricWords + b] *
                              sums[std::min(a, b) * kMetricWords + std::max(a, b)];
      const __int128 scaled = i == j ? sum * 46340 / 65536 : sum;
      // To one: the reference rounds twice.
      EXPECT_NEAR(static_cast<double>(cells[next++]),
                  static_cast<double>(scaled) * std::ldexp(1.0, -PairMetric::kFiner) - 0.5, 0.51);
    }
  }
}

// Every document over six words, added to documents of every kind: the table moves no further than
// is charged, and a single document uses nearly all of its bound.
TEST(PairMetric, NoDocumentMovesTheTableFurtherThanCharged) {
  ThreadPool pool(1);
  for (const std::uint32_t number : {1U, 2U, 3U}) {
    const PairMetric metric(kMetricWords, some_metric(number), kMetricBound, pool);
    const double most = std::sqrt(static_cast<double>(metric.squares()));
    EXPECT_NEAR(most, kMetricBound + std::sqrt(kMetricWords * (kMetricWords + 1) / 2.0), 1);
    for (const unsigned others : {0U, 1U, 7U, 30U}) {
      Sums before(kMetricWords * kMetricWords);
      for (unsigned i = 0; i < others; ++i) add(before, (i * 37 + 11) % 64, metric);
      const std::vector<std::int64_t> without = metric.triangle(before, pool);
      for (unsigned document = 0; document < 1U << kMetricWords; ++document) {
        Sums after = before;
        add(after, document, metric);
        const double moved = distance(metric.triangle(after, pool), without);
        EXPECT_LE(moved, most);
        const bool counts = words_of(document).size() >= 2;
        EXPECT_GE(moved, counts ? kMetricBound - 10.0 : 0.0);
        EXPECT_EQ(moved > 0, counts);
      }
    }
  }
}

// Two documents that move cells to opposite sides are further apart than two that do not.
TEST(PairMetric, ADocumentReplacedMovesTheTableNoFurtherThanCharged) {
  ThreadPool pool(1);
  double furthest = 0;
  for (const std::uint32_t number : {1U, 2U, 3U}) {
    // Words that cancel one another: the metric sees differences of neighbours.
    std::vector<std::int32_t> w = some_metric(number);
    for (std::uint32_t i = 0; i + 1 < kMetricWords; ++i) w[i * kMetricWords + i + 1] = -900;
    const PairMetric metric(kMetricWords, w, kMetricBound, pool);
    for (unsigned a = 0; a < 1U << kMetricWords; ++a) {
      Sums first(kMetricWords * kMetricWords);
      add(first, a, metric);
      const std::vector<std::int64_t> cells = metric.triangle(first, pool);
      for (unsigned b = 0; b < a; ++b) {
        Sums second(kMetricWords * kMetricWords);
        add(second, b, metric);
        furthest = std::max(furthest, distance(cells, metric.triangle(second, pool)));
      }
    }
  }
  const MovedSquares moved = PairMetric::moved(kMetricBound);
  EXPECT_LE(furthest, std::sqrt(static_cast<double>(moved.replaced)));
  EXPECT_GE(moved.replaced, 4 * moved.added);
  EXPECT_GE(moved.word, moved.replaced);
  EXPECT_GT(furthest, 1.5 * kMetricBound);  // than sqrt 2: twice the squares would be too few
}

TEST(PairMetric, ADocumentsPartIsTheLargestThatFits) {
  ThreadPool pool(1);
  const PairMetric metric(kMetricWords, some_metric(4), kMetricBound, pool);
  const double bound = std::ldexp(kMetricBound, PairMetric::kFiner);
  for (unsigned document = 3; document < 1U << kMetricWords; ++document) {
    const std::vector<std::uint32_t> words = words_of(document);
    if (words.size() < 2) continue;
    // |W H W'|, cell by cell.
    double squares = 0;
    for (std::size_t i = 0; i < kMetricWords; ++i) {
      for (std::size_t j = 0; j < kMetricWords; ++j) {
        double cell = 0;
        for (const std::uint32_t a : words)
          for (const std::uint32_t b : words)
            if (a != b)
              cell += static_cast<double>(metric.cells()[i * kMetricWords + a]) *
                      metric.cells()[j * kMetricWords + b];
        squares += cell * cell;
      }
    }
    const double length = std::sqrt(squares / 2);
    const auto part = static_cast<double>(metric.of_document(words));
    EXPECT_LE(part * length, bound * (1 + 1e-12));
    EXPECT_GT((part + 1) * length, bound * (1 - 1e-12));
  }
}

TEST(PairMetric, ADocumentThatIsTooLongForTheBoundAddsNothing) {
  ThreadPool pool(1);
  const std::vector<std::int32_t> large(4, PairMetric::kLongest / 2);
  const PairMetric metric(2, large, 1, pool);
  EXPECT_EQ(metric.of_document(std::vector<std::uint32_t>{0, 1}), 0);
}

TEST(PairMetric, RefusesWhatIsNoMetric) {
  ThreadPool pool(1);
  EXPECT_THROW(PairMetric(2, {1, 2, 3}, kMetricBound, pool), InputError);
  EXPECT_THROW(PairMetric(0, {}, kMetricBound, pool), InputError);
  EXPECT_THROW(PairMetric(1, {PairMetric::kLongest + 1}, kMetricBound, pool), InputError);
}

}  // namespace
}  // namespace dplda
