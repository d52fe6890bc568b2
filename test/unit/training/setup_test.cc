#include "training/setup.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "base/errors.h"
#include "unit/training/private_runs.h"

namespace dplda {
namespace {

using test::run;
using test::small_corpus;
using test::small_options;

TEST(PrivateTraining, ATargetIsMetAndNearlyUsedUp) {
  for (const double target : {0.5, 3.0, 8.0, 50.0}) {
    for (const char* recipe : {"hdp", "doc"}) {
      TrainOptions options = options_for(recipe);
      test::set(options, "target-epsilon", target);
      const Plan plan = plan_of(options);
      const double epsilon =
          epsilon_at(plan.total(static_cast<std::uint32_t>(options->sweeps)), options->delta);
      EXPECT_LE(epsilon, target) << recipe;
      EXPECT_GE(epsilon, 0.98 * target) << recipe;
    }
  }
  TrainOptions given = options_for("hdp");
  test::set(given, "target-epsilon", 300);
  test::set(given, "beta", 0.5);
  EXPECT_EQ(test::settled(given, "beta"), "0.5");
  EXPECT_GT(std::stod(test::settled(given, "epsilon_noise")), 1);
  test::unset(given, "beta");
  test::set(given, "epsilon-noise", 1);
  EXPECT_EQ(test::settled(given, "epsilon_noise"), "1.0");
  EXPECT_LE(epsilon_at(plan_of(given).total(20), given->delta), 300);
}

TEST(PrivateTraining, OptionsThatMakeNoSenseAreRefused) {
  const auto refused = [](const std::string& recipe, auto change) {
    TrainOptions options = small_options(recipe);
    EXPECT_THROW(
        {
          change(options);
          run(small_corpus(), options);
        },
        InputError);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, infinite}) {
    refused("hdp", [&](TrainOptions& o) { test::set(o, "epsilon-noise", bad); });
    refused("hdp", [&](TrainOptions& o) { test::set(o, "clip", bad); });
    refused("hdp", [&](TrainOptions& o) { test::set(o, "beta", bad); });
    refused("doc", [&](TrainOptions& o) { test::set(o, "sigma", bad); });
    refused("hdp", [&](TrainOptions& o) {
      test::unset(o, "epsilon-noise");
      test::set(o, "target-epsilon", bad);
    });
  }
  for (const double bad : {0.0, -0.1, 1.0, 2.0, nan, infinite})
    refused("doc", [&](TrainOptions& o) { o->delta = bad; });
  refused("hdp", [](TrainOptions& o) { test::unset(o, "epsilon-noise"); });
  refused("doc", [](TrainOptions& o) { test::unset(o, "sigma"); });
  refused("doc", [](TrainOptions& o) { test::set(o, "target-epsilon", 1); });
  refused("doc", [](TrainOptions& o) { test::set(o, "cap", 0); });
  refused("doc", [](TrainOptions& o) { test::set(o, "noise", "laplace"); });
  refused("hdp", [](TrainOptions& o) { test::set(o, "noise", "laplace"); });
  refused("doc", [](TrainOptions& o) { o->sweeps = 0; });
  refused("drawn", [](TrainOptions& o) { test::set(o, "cap", 1000000000); });
  refused("hdp", [](TrainOptions& o) { test::set(o, "optimize-alpha", "symmetric"); });
  refused("hdp", [](TrainOptions& o) { test::set(o, "monitor", true); });
  refused("hdp", [](TrainOptions& o) {
    o->seed = 1;
    o->key_file = "key";
  });
  const test::TemporaryDirectory directory;
  test::write_file(directory / "short", "not 32 bytes");
  refused("hdp", [&](TrainOptions& o) { o->key_file = directory / "short"; });
  refused("hdp", [&](TrainOptions& o) { o->key_file = directory / "absent"; });
}

}  // namespace
}  // namespace dplda
