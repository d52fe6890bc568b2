#include "privacy/strength.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "privacy/stated_total.h"

namespace dplda {
namespace {

constexpr double kNoPureBound = PrivacyLoss::kInfinite;

StatedTotal stated(const PrivacyLoss& loss, double delta) {
  return stated_total(loss, Unit::kDocument, View::kCounts, delta);
}

struct JudgedLoss {
  PrivacyLoss loss;
  double delta;
  Strength strength;
};

// rho_for() is the inverse of what is stated at a delta, so that the figures quoted are round.
TEST(Strength, HangsOnTheLossNotOnTheDeltaThatItIsStatedAt) {
  const auto rho = [](double epsilon, double delta) {
    return PrivacyLoss{.epsilon = kNoPureBound, .rho = rho_for(epsilon, delta)};
  };
  const auto pure = [](double epsilon) {
    return PrivacyLoss{.epsilon = epsilon, .rho = rho_of_pure(epsilon)};
  };
  const PrivacyLoss with_delta{.epsilon = kNoPureBound, .rho = 1e-6, .delta = 5e-6};
  const JudgedLoss cases[] = {
      {pure(0), 1e-6, Strength::kStrong},
      {pure(1), 1e-6, Strength::kStrong},
      {pure(1), 0.99, Strength::kStrong},
      {pure(3), 0.5, Strength::kModerate},
      {pure(10), 0.5, Strength::kWeak},
      {pure(1000), 0.99, Strength::kTooWeak},
      {rho(1, 1e-6), 1e-6, Strength::kStrong},
      {rho(3, 1e-6), 1e-6, Strength::kModerate},
      {rho(10, 1e-6), 1e-6, Strength::kWeak},
      {rho(11, 1e-6), 1e-6, Strength::kTooWeak},
      // The same loss at other deltas: a small one is no help, a large one neither.
      {rho(1, 1e-9), 1e-9, Strength::kStrong},
      {rho(1, 1e-6), 1e-9, Strength::kModerate},
      {rho(1, 1e-6), 0.5, Strength::kStrong},
      {rho(0.5, 0.99), 0.99, Strength::kTooWeak},
      {rho(3, 0.5), 0.5, Strength::kTooWeak},
      // No bound holds at 1e-6 where a delta of its own is larger.
      {with_delta, 1e-5, Strength::kUnbounded},
      {with_delta, 1e-6, Strength::kUnbounded},
      {PrivacyLoss::infinite(), 1e-6, Strength::kUnbounded},
  };
  for (const JudgedLoss& each : cases) {
    EXPECT_EQ(strength_of(stated(each.loss, each.delta)), each.strength)
        << each.loss.epsilon << " " << each.loss.rho << " at " << each.delta;
  }
}

TEST(Strength, NeverGrowsWithTheLoss) {
  const RandomStreams random(key_from_seed(1));
  RandomStream stream(random, Purpose::kSplit);
  const auto uniform = [&] { return static_cast<double>(stream.below(1 << 20)) / (1 << 20); };
  // Log-uniform from 1e-7 to 10.
  const auto figure = [&] { return std::pow(10, 8 * uniform() - 7); };
  const auto loss = [&] {
    const double epsilon = figure();
    return stream.below(2) == 0
               ? PrivacyLoss{.epsilon = epsilon, .rho = rho_of_pure(epsilon)}
               : PrivacyLoss{
                     .epsilon = kNoPureBound, .rho = figure(), .delta = 1e-3 * figure() * figure()};
  };
  for (int i = 0; i < 2000; ++i) {
    const PrivacyLoss less = loss();
    const PrivacyLoss more = less + loss();
    const double delta = std::min(0.99, figure());
    EXPECT_LE(strength_of(stated(less, delta)), strength_of(stated(more, delta)))
        << less.epsilon << " " << less.rho << " " << less.delta << " at " << delta;
  }
}

TEST(Strength, OfARecordWithoutTheJudgedFigureIsReadFromWhatItHas) {
  const auto old = [](const PrivacyLoss& loss, double delta) {
    StatedTotal total = stated(loss, delta);
    total.judged_epsilon.reset();
    return strength_of(total);
  };
  EXPECT_EQ(old({.epsilon = kNoPureBound, .rho = rho_for(1, 1e-6)}, 1e-6), Strength::kStrong);
  EXPECT_EQ(old({.epsilon = kNoPureBound, .rho = rho_for(1, 1e-6)}, 1e-5), Strength::kUnbounded);
  EXPECT_EQ(old({.epsilon = 2, .rho = rho_of_pure(2)}, 0.5), Strength::kModerate);
  // A judged figure below what is stated at a larger delta is none.
  StatedTotal forged = stated({.epsilon = kNoPureBound, .rho = rho_for(8, 1e-5)}, 1e-5);
  forged.judged_epsilon = 0.1;
  EXPECT_EQ(strength_of(forged), Strength::kWeak);
}

}  // namespace
}  // namespace dplda
