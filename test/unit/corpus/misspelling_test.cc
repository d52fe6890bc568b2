#include "corpus/misspelling.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/random.h"

namespace dplda {
namespace {

TEST(Misspelling, DiffersByOneEditAndKeepsBothEnds) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSynthetic);
  for (const std::string_view word : {"wheezing", "cough", "fatigue", "aaaaa", "rhythm"}) {
    for (int i = 0; i < 200; ++i) {
      const std::string wrong = misspelt(word, stream);
      EXPECT_NE(wrong, word);
      EXPECT_EQ(wrong.front(), word.front());
      EXPECT_EQ(wrong.back(), word.back());
      const auto difference = static_cast<int>(wrong.size()) - static_cast<int>(word.size());
      EXPECT_LE(std::abs(difference), 1);
    }
  }
}

}  // namespace
}  // namespace dplda
