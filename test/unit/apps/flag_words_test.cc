#include "apps/cli/flag_words.h"

#include <gtest/gtest.h>

namespace dplda::cli {
namespace {

TEST(FlagWords, AreWhatIsTyped) {
  EXPECT_EQ(with_flags("leave out `seed`, or use `key-file`"),
            "leave out --seed, or use --key-file");
  EXPECT_EQ(with_flags("`noise none` adds no noise"), "--noise none adds no noise");
  EXPECT_EQ(with_flags("charge it with `ledger a file.ledger`"),
            "charge it with --ledger a file.ledger");
}

}  // namespace
}  // namespace dplda::cli
