#include "attack/audit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "attack/broken_mechanisms.h"
#include "attack/shipped_mechanisms.h"

namespace dplda {
namespace {

TEST(Audit, NoClaimOfAShippedMechanismIsRefuted) {
  ThreadPool pool(2);
  for (const AuditCase& audited : shipped_mechanisms()) {
    const Finding finding = audit(audited, 20000, key_from_seed(1), pool);
    EXPECT_FALSE(finding.refuted()) << audited.mechanism << ": " << finding.bound.epsilon
                                    << " against " << finding.claim.epsilon;
    // An attack that learns next to nothing would prove nothing.
    const double least = audited.targeted ? 0.0 : 0.3 * finding.claim.epsilon;
    EXPECT_GE(finding.bound.epsilon, least) << audited.mechanism;
  }
}

TEST(Audit, EveryBrokenMechanismIsCaughtWithFewRuns) {
  ThreadPool pool(2);
  for (const AuditCase& broken : broken_mechanisms()) {
    const Finding finding = audit(broken, broken.quick_runs, key_from_seed(1), pool);
    EXPECT_TRUE(finding.refuted()) << broken.mechanism << ": " << finding.bound.epsilon
                                   << " against " << finding.claim.epsilon;
  }
}

TEST(Audit, BoundsOfSimpleNoiseAreNearlySharp) {
  ThreadPool pool(2);
  for (const AuditCase& audited : shipped_mechanisms()) {
    if (audited.mechanism != "randomized response" && audited.mechanism != "discrete Laplace noise")
      continue;
    // With n runs in the half that counts, the bound lies 3.3 (sqrt(e^-1 / n) + sqrt(e / n)) below
    // 1: 0.024 of it at 10^5, give or take a third.
    const Finding finding = audit(audited, 200000, key_from_seed(1), pool);
    EXPECT_GT(finding.bound.epsilon, 0.965) << audited.mechanism;
    EXPECT_LE(finding.bound.epsilon, finding.claim.epsilon) << audited.mechanism;
  }
}

TEST(Audit, DoesNotDependOnTheNumberOfThreads) {
  const AuditCase audited = shipped_mechanisms().back();
  ThreadPool one(1);
  ThreadPool three(3);
  const Finding a = audit(audited, 5000, key_from_seed(7), one);
  const Finding b = audit(audited, 5000, key_from_seed(7), three);
  EXPECT_EQ(a.bound.epsilon, b.bound.epsilon);
  EXPECT_EQ(a.bound.threshold, b.bound.threshold);
  EXPECT_EQ(a.bound.hits, b.bound.hits);
  EXPECT_NE(a.bound.hits, audit(audited, 5000, key_from_seed(8), one).bound.hits);
}

TEST(Audit, ClaimsAreThoseOfThePlans) {
  double sweep = 0;
  double run = 0;
  for (const AuditCase& audited : shipped_mechanisms()) {
    if (audited.mechanism == "hdp, one sweep") sweep = audited.claim.epsilon;
    if (audited.mechanism == "hdp, a run of one sweep with its model") run = audited.claim.epsilon;
  }
  // eps_L + h and one release more; plans round up by less than 1e-9.
  EXPECT_NEAR(sweep, 0.5 + 2 * std::log(2.0), 1e-9);
  EXPECT_NEAR(run, 1 + 2 * std::log(2.0), 1e-9);
}

}  // namespace
}  // namespace dplda
