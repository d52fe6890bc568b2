#include "privacy/statement.h"

#include <gtest/gtest.h>

#include "privacy/stated_total.h"

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

}  // namespace
}  // namespace dplda
