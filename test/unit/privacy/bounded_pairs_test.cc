#include "privacy/bounded_pairs.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

namespace dplda {
namespace {

// A document over few words as bits, and what it adds to the pairs and to the words.
std::vector<std::int64_t> pair_cells(unsigned document, unsigned words, const BoundedPairs& part) {
  const auto each =
      static_cast<std::int64_t>(part.of_pair(static_cast<unsigned>(std::popcount(document))));
  std::vector<std::int64_t> cells;
  for (unsigned i = 0; i < words; ++i)
    for (unsigned j = i + 1; j < words; ++j)
      cells.push_back((document >> i & document >> j & 1U) != 0 ? each : 0);
  return cells;
}

std::vector<std::int64_t> word_cells(unsigned document, unsigned words, const BoundedPairs& part) {
  const auto each =
      static_cast<std::int64_t>(part.of_word(static_cast<unsigned>(std::popcount(document))));
  std::vector<std::int64_t> cells;
  for (unsigned i = 0; i < words; ++i) cells.push_back((document >> i & 1U) != 0 ? each : 0);
  return cells;
}

std::uint64_t squares_between(const std::vector<std::int64_t>& a,
                              const std::vector<std::int64_t>& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return static_cast<std::uint64_t>(sum);
}

// One word replaced, added or left out.
bool one_word_apart(unsigned a, unsigned b) {
  const int more = std::popcount(a & ~b);
  const int fewer = std::popcount(b & ~a);
  return more <= 1 && fewer <= 1 && more + fewer > 0;
}

// Every document over a few words, and every pair of documents that are one word apart.
TEST(BoundedPairs, NoDocumentAndNoWordOfOneMovesTheTablesFurtherThanCharged) {
  constexpr unsigned kWords = 6;
  for (const std::uint32_t shortest : {1U, 3U, 6U, 20U}) {
    const BoundedPairs part(1000, shortest);
    std::uint64_t of_pairs = 0;
    std::uint64_t of_words = 0;
    for (unsigned a = 0; a < 1U << kWords; ++a) {
      const auto pairs = pair_cells(a, kWords, part);
      const auto words = word_cells(a, kWords, part);
      EXPECT_LE(squares_between(pairs, pair_cells(0, kWords, part)), part.squares());
      EXPECT_LE(squares_between(words, word_cells(0, kWords, part)), part.squares());
      for (unsigned b = 0; b < 1U << kWords; ++b) {
        // A document that loses its only word is none any more.
        if (a == 0 || b == 0 || !one_word_apart(a, b)) continue;
        of_pairs = std::max(of_pairs, squares_between(pairs, pair_cells(b, kWords, part)));
        of_words = std::max(of_words, squares_between(words, word_cells(b, kWords, part)));
      }
    }
    // Reached, but for the longest document, whose words cannot be replaced within so few.
    EXPECT_LE(of_pairs, part.word_squares_of_pairs(kWords));
    EXPECT_LE(of_words, part.word_squares_of_words(kWords));
    EXPECT_GE(of_pairs, part.word_squares_of_pairs(kWords - 1));
    EXPECT_GE(of_words, part.word_squares_of_words(kWords - 1));
  }
}

// Four times, or twice, the square of the whole over the shortest length (proofs.md, Theorem D).
TEST(BoundedPairs, OneWordMovesPairsByFourAndWordsByTwoOverTheShortestLength) {
  for (const std::uint32_t shortest : {2U, 10U, 60U, 270U}) {
    const BoundedPairs part(1 << 17, shortest);
    const double whole = static_cast<double>(part.squares());
    const double pairs = static_cast<double>(part.word_squares_of_pairs(1000)) / whole;
    const double words = static_cast<double>(part.word_squares_of_words(1000)) / whole;
    EXPECT_LE(pairs, 4.0 / shortest);
    EXPECT_GE(pairs, 4.0 / shortest * 0.99);
    EXPECT_LE(words, 2.0 / shortest);
    EXPECT_GE(words, 2.0 / shortest * 0.99);
  }
}

// Every two documents over a few words.
TEST(BoundedPairs, ADocumentReplacedMovesTheTablesNoFurtherThanCharged) {
  constexpr unsigned kFew = 6;
  const BoundedPairs part(1000, 3);
  for (unsigned a = 0; a < 1U << kFew; ++a) {
    for (unsigned b = 0; b < 1U << kFew; ++b) {
      EXPECT_LE(squares_between(pair_cells(a, kFew, part), pair_cells(b, kFew, part)),
                part.moved_in_pairs(kFew).replaced);
      EXPECT_LE(squares_between(word_cells(a, kFew, part), word_cells(b, kFew, part)),
                part.moved_in_words(kFew).replaced);
    }
  }
}

TEST(BoundedPairs, LongDocumentsUseTheWholeBoundAndShortOnesTheirShare) {
  const BoundedPairs part(1 << 17, 20);
  const auto share = [&](std::uint64_t n) {
    const double c = static_cast<double>(part.of_pair(n));
    return c * c * static_cast<double>(n * (n - 1) / 2) / static_cast<double>(part.squares());
  };
  EXPECT_NEAR(share(20), 1, 0.002);
  EXPECT_NEAR(share(400), 1, 0.01);
  EXPECT_NEAR(share(5), 0.25, 0.001);
  EXPECT_EQ(part.of_pair(1), 0U);
  EXPECT_EQ(part.of_pair(0), 0U);
  EXPECT_EQ(part.of_word(0), 0U);
}

}  // namespace
}  // namespace dplda
