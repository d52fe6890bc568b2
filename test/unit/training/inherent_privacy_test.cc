#include "training/inherent_privacy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/training/private_runs.h"

namespace dplda {
namespace {

using test::run;
using test::small_options;

TEST(PrivateTraining, TheMonitorReportsWhatThePapersTheoremsGive) {
  TrainOptions options = small_options("cgs");
  options->seed = 1;
  test::set(options, "monitor", true);
  options->topics = 1;
  test::set(options, "beta", 2);
  options->sweeps = 3;
  // One topic: n_k^t = n_t; word 0 occurs 4 times, no other as often.
  const TrainResult result = run(test::corpus_of({{0, 0, 1}, {0, 0, 2}}, 3), options);
  const double epsilon = 2 * std::log(4 / 2.0 + 1) + 2 * (4 + 4 - 1) * std::log(1.5);
  ASSERT_TRUE(result.inherent.has_value());
  ASSERT_EQ(result.inherent->sweeps.size(), 3u);
  EXPECT_NEAR(result.inherent->sweeps[0], epsilon, 1e-12 * epsilon);
  EXPECT_NEAR(result.inherent->total, 3 * epsilon, 1e-12 * epsilon);
}

}  // namespace
}  // namespace dplda
