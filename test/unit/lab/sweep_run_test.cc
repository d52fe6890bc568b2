#include "lab/speed/sweep_run.h"

#include <gtest/gtest.h>

#include "lab/speed/made_tokens.h"

namespace dplda {
namespace {

Chain small_chain() {
  return warmed_chain(made_tokens({.name = "small", .documents = 40, .length = 20, .words = 50}), 7,
                      2);
}

TEST(SweepRun, EverySweepOfHdpIsChargedBeforeItIsMade) {
  const TrainOptions options = endless_hdp(7);
  SweepRun run(options, small_chain(), 1);
  EXPECT_TRUE(run.ledger().entries().empty());
  run.sweep(static_cast<std::uint64_t>(options->every) + 1);
  const Plan plan = plan_of(options);
  PrivacyLoss expected;
  for (const Charge& charge : plan.sweeps(1, static_cast<std::uint32_t>(2 * options->every)))
    expected = expected + charge.count * charge.mechanism.loss;
  const PrivacyLoss total = run.ledger().total(plan.unit, plan.view);
  EXPECT_GT(total.epsilon, 0);
  EXPECT_NEAR(total.epsilon, expected.epsilon, 1e-9 * expected.epsilon);
}

TEST(SweepRun, DrawsTheSameTopicsOnAnyNumberOfThreads) {
  for (const TrainOptions& options :
       {TrainOptions(endless_hdp(7)), TrainOptions(endless_cgs(7, Sampling::kSnapshot)),
        TrainOptions(endless_cgs(7, Sampling::kSequential))}) {
    SweepRun one(options, small_chain(), 1);
    SweepRun two(options, small_chain(), 2);
    one.sweep(3);
    two.sweep(2);
    EXPECT_NE(one.chain().topics, two.chain().topics);
    two.sweep(1);
    EXPECT_EQ(one.chain().topics, two.chain().topics);
    EXPECT_EQ(one.chain().table, two.chain().table);
  }
}

}  // namespace
}  // namespace dplda
