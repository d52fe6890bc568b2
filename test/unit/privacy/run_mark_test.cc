#include "privacy/run_mark.h"

#include <gtest/gtest.h>

namespace dplda {
namespace {

TEST(RunMark, IsThatOfItsRunAlone) {
  const std::string mark = run_mark("a", "3 tables");
  EXPECT_TRUE(is_run_mark(mark));
  EXPECT_TRUE(is_mark_of(mark, "a"));
  EXPECT_FALSE(is_mark_of(mark, "b"));
  for (const std::size_t at : {0U, 63U}) {
    std::string other = mark;
    other[at] = other[at] == '0' ? '1' : '0';
    EXPECT_FALSE(is_mark_of(other, "a"));
  }
  for (const char* text : {"", "a", "00"}) EXPECT_FALSE(is_run_mark(text) || is_mark_of(text, "a"));
}

// Models of one run that was ended at two moments, as under a key file, cannot be told to be so; an
// exact repetition has the same model.
TEST(RunMark, IsAnotherOneWhereTheModelIsMadeOfSomethingElse) {
  const std::string mark = run_mark("a", "3 tables");
  EXPECT_EQ(run_mark("a", "3 tables"), mark);
  for (const std::string& other : {run_mark("a", "4 tables"), run_mark("b", "3 tables")}) {
    EXPECT_NE(other.substr(0, 32), mark.substr(0, 32));
    EXPECT_NE(other.substr(32), mark.substr(32));
  }
}

}  // namespace
}  // namespace dplda
