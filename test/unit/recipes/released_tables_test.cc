#include "recipes/released_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace dplda {
namespace {

TEST(ReleasedTables, AMeanIsPublishedAsTheTableOfItsThresholdedCellsIs) {
  constexpr std::size_t kTopics = 5;
  constexpr std::uint32_t kWords = 37;
  constexpr double kThreshold = 1.5;
  const RandomStreams random(key_from_seed(3));
  RandomStream stream(random, Purpose::kSynthetic);
  ReleaseMean mean(kTopics, kWords);
  for (int i = 0; i < 3; ++i) {
    TopicTable released(kTopics, kWords);
    for (std::uint32_t word = 0; word < kWords; ++word) {
      for (std::int32_t& cell : released.column(word))
        cell = static_cast<std::int32_t>(stream.below(9)) - 3;
    }
    mean.add(released);
  }
  std::vector<double> cells;
  for (std::uint32_t word = 0; word < kWords; ++word) {
    for (std::size_t k = 0; k < kTopics; ++k)
      cells.push_back(std::max(0.0, mean.cell(word, k) - kThreshold));
  }
  const Published expected = published_from(cells, kTopics, kWords, 0.01);
  const Published published = published_from(thresholded(mean, kThreshold), kTopics, kWords, 0.01);
  EXPECT_EQ(published.phi, expected.phi);
  EXPECT_EQ(published.prevalence, expected.prevalence);

  double total = 0;
  for (std::uint32_t word = 0; word < kWords; ++word) total += cells[word * kTopics + 2];
  EXPECT_EQ(published.phi[2 * kWords + 36],
            static_cast<float>((cells[36 * kTopics + 2] + 0.01) / (total + kWords * 0.01)));
}

}  // namespace
}  // namespace dplda
