#include "training/noise_check_run.h"

#include <gtest/gtest.h>

#include "unit/training/private_runs.h"

namespace dplda {
namespace {

using test::key_file;
using test::phi_of;
using test::run;
using test::small_corpus;
using test::small_options;

TEST(PrivateTraining, TheNoiseCheckLeavesTheStateOfTheRunAlone) {
  const test::TemporaryDirectory directory;
  TrainOptions options = small_options("hdp");
  options->key_file = key_file(directory);
  options->checkpoint = directory / "state";
  const std::vector<float> whole = phi_of(run(small_corpus(), options));
  options->resume = options->checkpoint;
  options->checkpoint.clear();
  EXPECT_EQ(phi_of(run(small_corpus(), options)), whole);
}

}  // namespace
}  // namespace dplda
