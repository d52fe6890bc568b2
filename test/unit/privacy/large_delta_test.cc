#include "privacy/large_delta.h"

#include <gtest/gtest.h>

#include "base/errors.h"

namespace dplda {
namespace {

TEST(LargeDelta, MustBeAskedFor) {
  for (const double delta : {0.0, 1e-12, kJudgedDelta, kLargestDelta})
    EXPECT_NO_THROW(check_delta("`delta`", delta, false));
  for (const double delta : {1.001e-4, 0.5, 0.99}) {
    EXPECT_THROW(check_delta("`delta`", delta, false), InputError);
    EXPECT_NO_THROW(check_delta("`delta`", delta, true));
  }
}

}  // namespace
}  // namespace dplda
