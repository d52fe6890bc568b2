#include "privacy/statement.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/errors.h"
#include "base/random.h"
#include "privacy/large_delta.h"
#include "privacy/strength.h"

namespace dplda {
namespace {

constexpr double kNone = PrivacyLoss::kInfinite;

StatedTotal total_of(const PrivacyLoss& loss, double delta, Unit unit = Unit::kDocument) {
  return stated_total(loss, unit, View::kCounts, delta);
}

// A record as a private run writes it.
PrivacyRecord record_of(const PrivacyLoss& loss, double delta, Unit unit = Unit::kDocument) {
  const StatedTotal total = total_of(loss, delta, unit);
  return {.is_private = true,
          .recipe = "doc",
          .run = total,
          .data = total,
          .account = StatedAccount{.recorded = true},
          .words = StatedWords::kPublic,
          .key = StatedKey::kOperatingSystem};
}

struct Case {
  PrivacyLoss loss;
  double delta;
  Strength strength;
};

// rho_for() is the inverse of what is stated at a delta, so that the figures quoted are round.
TEST(Strength, HangsOnTheLossNotOnTheDeltaThatItIsStatedAt) {
  const auto rho = [](double epsilon, double delta) {
    return PrivacyLoss{.epsilon = kNone, .rho = rho_for(epsilon, delta)};
  };
  const auto pure = [](double epsilon) {
    return PrivacyLoss{.epsilon = epsilon, .rho = rho_of_pure(epsilon)};
  };
  const PrivacyLoss with_delta{.epsilon = kNone, .rho = 1e-6, .delta = 5e-6};
  const Case cases[] = {
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
  for (const Case& each : cases) {
    EXPECT_EQ(strength_of(total_of(each.loss, each.delta)), each.strength)
        << each.loss.epsilon << " " << each.loss.rho << " at " << each.delta;
  }
}

TEST(Strength, NeverGrowsWithTheLoss) {
  const Streams streams(key_from_seed(1));
  Stream stream(streams, Purpose::kSplit);
  const auto uniform = [&] { return static_cast<double>(stream.below(1 << 20)) / (1 << 20); };
  // Log-uniform from 1e-7 to 10.
  const auto figure = [&] { return std::pow(10, 8 * uniform() - 7); };
  const auto loss = [&] {
    const double epsilon = figure();
    return stream.below(2) == 0
               ? PrivacyLoss{.epsilon = epsilon, .rho = rho_of_pure(epsilon)}
               : PrivacyLoss{
                     .epsilon = kNone, .rho = figure(), .delta = 1e-3 * figure() * figure()};
  };
  for (int i = 0; i < 2000; ++i) {
    const PrivacyLoss less = loss();
    const PrivacyLoss more = less + loss();
    const double delta = std::min(0.99, figure());
    EXPECT_LE(strength_of(total_of(less, delta)), strength_of(total_of(more, delta)))
        << less.epsilon << " " << less.rho << " " << less.delta << " at " << delta;
  }
}

TEST(Strength, OfARecordWithoutTheJudgedFigureIsReadFromWhatItHas) {
  const auto old = [](const PrivacyLoss& loss, double delta) {
    StatedTotal total = total_of(loss, delta);
    total.judged_epsilon.reset();
    return strength_of(total);
  };
  EXPECT_EQ(old({.epsilon = kNone, .rho = rho_for(1, 1e-6)}, 1e-6), Strength::kStrong);
  EXPECT_EQ(old({.epsilon = kNone, .rho = rho_for(1, 1e-6)}, 1e-5), Strength::kUnbounded);
  EXPECT_EQ(old({.epsilon = 2, .rho = rho_of_pure(2)}, 0.5), Strength::kModerate);
  // A judged figure below what is stated at a larger delta is none.
  StatedTotal forged = total_of({.epsilon = kNone, .rho = rho_for(8, 1e-5)}, 1e-5);
  forged.judged_epsilon = 0.1;
  EXPECT_EQ(strength_of(forged), Strength::kWeak);
}

TEST(Statement, IsWordedByItsStrength) {
  const auto text = [](double epsilon, double delta) {
    return statement_text(record_of({.epsilon = kNone, .rho = rho_for(epsilon, delta)}, delta));
  };
  EXPECT_NE(text(1, 1e-6).find("nearly the\n  same probability"), std::string::npos);
  EXPECT_NE(text(1, 1e-6).find("This is strong."), std::string::npos);
  EXPECT_NE(text(3, 1e-6).find("a similar\n  probability"), std::string::npos);
  for (const std::string& weak : {text(8, 1e-6), text(12, 1e-6), text(500, 1e-6), text(3, 0.5)}) {
    EXPECT_EQ(weak.find("nearly the\n  same probability"), std::string::npos) << weak;
    EXPECT_EQ(weak.find("similar"), std::string::npos) << weak;
  }
  EXPECT_NE(text(12, 1e-6).find("may be altogether different"), std::string::npos);
}

TEST(Statement, SaysWhatALargeDeltaMeans) {
  const auto text = [](double delta) {
    return statement_text(record_of({.epsilon = kNone, .rho = rho_for(0.5, delta)}, delta));
  };
  EXPECT_NE(text(0.5).find("in one of 2 runs anything may be given away"), std::string::npos);
  EXPECT_NE(text(0.001).find("in one of 1000 runs anything"), std::string::npos);
  EXPECT_NE(text(0.99).find("in most runs anything"), std::string::npos);
  EXPECT_NE(text(0.99).find("judged by epsilon"), std::string::npos);
  EXPECT_EQ(text(1e-4).find("The delta is large"), std::string::npos);
  // A delta that no figure rests on is none.
  const PrivacyLoss pure{.epsilon = 0.5, .rho = kNone};
  EXPECT_EQ(statement_text(record_of(pure, 0.5)).find("The delta is large"), std::string::npos);
}

TEST(Statement, SaysHowAWordsBoundGrowsForADocument) {
  const PrivacyLoss loss{.epsilon = 2, .rho = rho_of_pure(2)};
  const std::string text = statement_text(record_of(loss, 1e-6, Unit::kWord));
  EXPECT_NE(text.find("pure epsilon 20 for one of 10 words, 200 for one of 100"), std::string::npos)
      << text;
  EXPECT_NE(text.find("rho\n  times its square"), std::string::npos);
  // The number of documents and their lengths are public: nothing bounds that one is there.
  EXPECT_NE(text.find("That a document is there, and how long it is, is not hidden at all"),
            std::string::npos);
}

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
