#include "privacy/kept_words.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace dplda {
namespace {

std::set<std::int32_t> first_of(const KeptWords& kept, const std::vector<std::int32_t>& words,
                                std::uint64_t seed) {
  const std::vector<std::int32_t> chosen =
      kept.first_of(words, RandomStreams(key_from_seed(seed)), 5);
  EXPECT_EQ(chosen.size(), kept.of(words.size()));
  return {chosen.begin(), chosen.end()};
}

std::size_t differences(const std::set<std::int32_t>& a, const std::set<std::int32_t>& b) {
  std::vector<std::int32_t> apart;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(apart));
  return apart.size();
}

TEST(KeptWords, AWordMoreOrReplacedChangesAtMostTwoThatAReportKeeps) {
  std::vector<std::int32_t> words;
  for (std::int32_t word = 0; word < 60; word += 2) words.push_back(word);
  for (const std::uint64_t most : {1, 5, 29, 30, 31}) {
    const KeptWords kept(most);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const std::set<std::int32_t> whole = first_of(kept, words, seed);
      for (std::size_t i = 0; i < words.size(); i += 3) {
        std::vector<std::int32_t> without = words;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_LE(differences(first_of(kept, without, seed), whole), 2U);
        std::vector<std::int32_t> other = words;
        ++other[i];  // an odd number, which no other word has
        EXPECT_LE(differences(first_of(kept, other, seed), whole), 2U);
      }
    }
  }
}

TEST(KeptWords, AChoiceHangsOnHowManyWordsThereAreAndNotOnWhich) {
  const KeptWords kept(4);
  const RandomStreams random(key_from_seed(3));
  std::vector<std::uint32_t> low(9);
  std::iota(low.begin(), low.end(), 0U);
  std::vector<std::uint32_t> high(9);
  std::iota(high.begin(), high.end(), 100U);
  kept.choose(low, random, 2);
  kept.choose(high, random, 2);
  ASSERT_EQ(low.size(), 4U);
  for (std::size_t i = 0; i < low.size(); ++i) EXPECT_EQ(high[i], low[i] + 100);
}

}  // namespace
}  // namespace dplda
