#include "lda/token_sequences.h"

#include <gtest/gtest.h>

#include <vector>

namespace dplda {
namespace {

TEST(TokenSequences, LongestDocumentsComeFirstAndEqualOnesInTheirOrder) {
  // Lengths 1, 3, 0, 3, 1, 2.
  const TokenSequences tokens({0, 1, 4, 4, 7, 8, 10}, std::vector<std::uint32_t>(10), 1);
  const std::vector<std::uint32_t> order(tokens.by_length().begin(), tokens.by_length().end());
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 3, 5, 0, 4, 2}));
  EXPECT_EQ(tokens.longest(), 3u);
}

TEST(TokenSequences, NoDocumentsHaveNoOrder) {
  const TokenSequences tokens({0}, {}, 1);
  EXPECT_TRUE(tokens.by_length().empty());
  EXPECT_EQ(tokens.longest(), 0u);
}

}  // namespace
}  // namespace dplda
