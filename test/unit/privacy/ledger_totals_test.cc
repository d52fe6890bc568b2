#include "privacy/ledger_totals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/errors.h"
#include "privacy/clipped_draw.h"
#include "reference/temporary.h"
#include "test_charges.h"

namespace dplda {
namespace {

TEST(LedgerTotals, AddsUpWhatWasChargedAndNothingElse) {
  Ledger ledger;
  EXPECT_EQ(pure(ledger), 0);
  ledger.charge("a", table(0.1, 101));
  const ClippedDraw draw(0.1 / 2, 1, 0);
  Charge draws{.release = "topics", .mechanism = draw.mechanism(), .unit = kUnit};
  draws.count = 100;
  ledger.charge("a", draws);
  const double h =
      2 * std::log(static_cast<double>(draw.largest()) / static_cast<double>(draw.smallest()));
  expect_just_above(pure(ledger), 101 * 0.1 + 100 * h);
  expect_just_above(ledger.total(kUnit, kView).rho,
                    101 * 0.1 * std::tanh(0.1 / 4) + 100 * h * h / 8);
  EXPECT_EQ(ledger.total_of({"b"}, kUnit, kView).epsilon, 0);
}

// T = 100 sweeps with eps_L = h = 0.1: pure 20.1.
TEST(LedgerTotals, GivesTheFiguresOfTheoremA) {
  Ledger ledger;
  ledger.charge("a", table(0.1, 101));
  // exp(0.05) = 1 + clip / beta; clip 3 and beta 58.5123 give h to 2e-7.
  const ClippedDraw draw(std::expm1(0.05), 1, 0);
  ledger.charge("a", {.release = "topics",
                      .mechanism = draw.mechanism(),
                      .unit = kUnit,
                      .view = kView,
                      .count = 100});
  EXPECT_LE(pure(ledger), 20.1 * (1 + 1e-9));
  EXPECT_NEAR(pure(ledger), 20.1, 0.01);  // clip is rounded down: 1024 parts at most off by 0.1%
  EXPECT_NEAR(epsilon_at(ledger.total(kUnit, kView), 1e-6), 4.46, 0.01);
}

// T = 20, s = 50, sigma = 22.34 at delta 1e-6.
TEST(LedgerTotals, GivesTheFiguresOfTheoremB) {
  Ledger ledger;
  ledger.charge("a", gaussian(22.34, 50, 21));
  const PrivacyLoss total = ledger.total(Unit::kDocument, View::kCounts);
  expect_just_above(total.rho, 21 * 50 / (2 * 22.34 * 22.34));
  EXPECT_NEAR(epsilon_at(total, 1e-6), 8.00, 0.005);
  EXPECT_TRUE(std::isinf(total.epsilon));
}

TEST(LedgerTotals, ChargesADocumentLevelReleaseToWordsAsOneDocumentReplaced) {
  Ledger ledger;
  ledger.charge("a", gaussian(10, 30, 2));
  expect_just_above(ledger.total(kUnit, kView).rho, 2 * 60 / (2 * 100.0));
  ledger.charge("a", table(0.5));
  EXPECT_TRUE(std::isinf(ledger.total(Unit::kDocument, View::kCounts).rho));
}

// Beside a Gaussian release pure ones are charged by epsilon or by rho, whichever gives less.
TEST(LedgerTotals, APureReleaseStaysPureBesideOneThatIsNot) {
  Ledger ledger;
  ledger.charge("a", table(10, 2));
  ledger.charge("a", gaussian(100, 30, 2));
  const PrivacyLoss total = ledger.total(kUnit, kView);
  EXPECT_TRUE(std::isinf(total.epsilon));
  const double gaussians =
      epsilon_at({.epsilon = PrivacyLoss::kInfinite, .rho = 2 * 60 / (2 * 10000.0)}, 1e-6);
  expect_just_above(epsilon_at(total, 1e-6), 20 + gaussians);
  EXPECT_TRUE(std::isinf(epsilon_at(total, 0)));
}

TEST(LedgerTotals, CountsAReportOnceInEveryUnitAndConvertsNone) {
  Ledger ledger;
  for (const Charge& charge : reports(3)) ledger.charge("a", charge);
  const auto total = [&](Unit unit) { return ledger.total(unit, View::kReport); };
  expect_just_above(total(Unit::kPresence).epsilon, 3 * 2 * 0.5);
  expect_just_above(total(Unit::kWord).epsilon, 3 * 2 * 0.5);
  expect_just_above(total(Unit::kDocument).epsilon, 3 * 100 * 0.5);
  EXPECT_EQ(total(Unit::kDocument).bits, 300);
  // Reports sent later add up, to the last bit.
  for (const Charge& charge : reports(1)) ledger.charge("b", charge);
  EXPECT_EQ(epsilon_at(total(Unit::kDocument), 1e-6),
            epsilon_at(RandomizedResponse(0.5).mechanism(400).loss, 1e-6));
  EXPECT_EQ(ledger.protected_views().size(), 3);
}

TEST(LedgerTotals, AddsReportsToNoOtherViewAndNoOtherViewToReports) {
  Ledger ledger;
  for (const Charge& charge : reports(1)) ledger.charge("a", charge);
  for (const View view : {View::kTopicsAndCounts, View::kCounts}) {
    for (const Unit unit : {Unit::kWord, Unit::kPresence, Unit::kDocument})
      EXPECT_EQ(ledger.total(unit, view), PrivacyLoss{});
  }
  const auto all = [&] {
    return std::array{ledger.total(Unit::kWord, View::kReport),
                      ledger.total(Unit::kPresence, View::kReport),
                      ledger.total(Unit::kDocument, View::kReport)};
  };
  const auto before = all();
  ledger.charge("b", table(1));
  ledger.charge("b", gaussian(10, 30, 2));
  EXPECT_EQ(all(), before);
  // Within the other views a presence has no bound by releases of other units.
  EXPECT_TRUE(std::isinf(ledger.total(Unit::kPresence, View::kCounts).epsilon));
  ledger.expose("b", {"phi", "no noise"});
  EXPECT_TRUE(std::isinf(ledger.total(Unit::kPresence, View::kReport).epsilon));
}

TEST(LedgerTotals, ABudgetOfOneUnitRefusesReportsBeforeAnyUnitIsCharged) {
  Ledger ledger;
  // The exact figure for 100 bits is 33.3198; by rho it would be 36.9.
  ledger.set_budget({.epsilon = 33.32, .delta = 1e-6, .unit = Unit::kDocument});
  EXPECT_NO_THROW(ledger.check_budget("a", reports(1)));
  for (const Charge& charge : reports(1)) ledger.charge("a", charge);
  EXPECT_THROW(ledger.check_budget("b", reports(1)), BudgetExhausted);
  EXPECT_EQ(ledger.entries().size(), 3);
}

// Whoever holds the documents may show counts to some and reports to others.
TEST(LedgerTotals, ABudgetCountsReportsBesideTheReleasesOfACurator) {
  const Budget budget{.epsilon = 34, .delta = 1e-6, .unit = Unit::kDocument};
  Ledger ledger;
  ledger.set_budget(budget);
  EXPECT_NO_THROW(ledger.check_budget("a", {gaussian(1, 1, 2)}));
  ledger.charge_all("a", reports(1));
  EXPECT_THROW(ledger.check_budget("b", {gaussian(1, 1, 2)}), BudgetExhausted);
  Ledger curator;
  curator.set_budget(budget);
  curator.charge("a", gaussian(1, 1, 2));
  EXPECT_THROW(curator.check_budget("b", reports(1)), BudgetExhausted);
  // Of words that are present a curator's release has no bound.
  Ledger presence;
  presence.set_budget({.epsilon = 100, .unit = Unit::kPresence});
  EXPECT_THROW(presence.check_budget("a", {gaussian(10, 1, 1)}), BudgetExhausted);
}

// A report is about a document that is another one, a table about one that is there or not: beside
// reports a table costs what it costs for a document replaced.
TEST(LedgerTotals, ABudgetCountsTablesAsReplacedBesideReports) {
  const Charge table_of_documents = gaussian(1, 1, 2);
  const double alone = epsilon_at(table_of_documents.mechanism.loss, 1e-6);
  const double replaced = epsilon_at(table_of_documents.mechanism.replaced, 1e-6);
  ASSERT_GT(replaced, alone);
  std::vector<Charge> report = reports(1);
  double report_alone = 0;
  PrivacyLoss both = table_of_documents.count * table_of_documents.mechanism.replaced;
  for (const Charge& charge : report) {
    if (charge.unit != Unit::kDocument) continue;
    report_alone = epsilon_at(charge.mechanism.loss, 1e-6);
    both = both + charge.count * charge.mechanism.loss;
  }
  ASSERT_GT(report_alone, 0);
  const double needed = epsilon_at(both, 1e-6);
  const auto check = [&](double epsilon) {
    Ledger ledger;
    ledger.set_budget({.epsilon = epsilon, .delta = 1e-6, .unit = Unit::kDocument});
    ledger.charge_all("a", report);
    ledger.check_budget("b", {table_of_documents});
  };
  EXPECT_NO_THROW(check(needed * 1.0001));
  EXPECT_THROW(check(needed * 0.9999), BudgetExhausted);
}

TEST(LedgerTotals, ABudgetAfterAnExposureCoversNothing) {
  Ledger ledger;
  ledger.expose("a", {"everything", "on purpose"});
  ledger.set_budget({.epsilon = 1000});
  EXPECT_THROW(ledger.charge("b", table(0.001)), BudgetExhausted);
}

// A document may hold any number of words: beside reports, too.
TEST(LedgerTotals, ReleasesAboutWordsHaveNoBoundForADocumentBesideReports) {
  Ledger ledger;
  ledger.set_budget({.epsilon = 1000, .delta = 1e-6, .unit = Unit::kDocument});
  ledger.charge_all("a", reports(1));
  EXPECT_THROW(ledger.check_budget("b", {table(0.001)}), BudgetExhausted);
}

TEST(LedgerTotals, IsInfiniteForAllOnceSomethingIsExposed) {
  Ledger ledger;
  ledger.charge("a", table(1));
  EXPECT_FALSE(ledger.exposed());
  ledger.expose("a", {"phi", "no noise"});
  EXPECT_TRUE(ledger.exposed());
  EXPECT_TRUE(std::isinf(pure(ledger)));
  EXPECT_TRUE(std::isinf(epsilon_at(ledger.total(kUnit, kView), 0.5)));
}

TEST(LedgerTotals, RefusesWhatTheBudgetDoesNotCoverBeforeItIsMade) {
  Ledger ledger;
  ledger.set_budget({.epsilon = 3, .delta = 0, .unit = kUnit});
  ledger.charge("a", table(1, 2));
  EXPECT_THROW(ledger.check_budget("a", {table(1, 2, 3)}), BudgetExhausted);
  EXPECT_THROW(ledger.charge("a", table(1, 2, 3)), BudgetExhausted);
  EXPECT_THROW(ledger.expose("a", {"phi", "no noise"}), BudgetExhausted);
  EXPECT_NO_THROW(ledger.check_budget("a", {table(1, 2, 1)}));  // a repetition
  expect_just_above(pure(ledger), 2);
}

TEST(LedgerTotals, KeepsItsBudgetForEveryRunAndRecordsEveryChangeOfIt) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger(path).limit({.epsilon = 3.001});
  Ledger ledger(path);
  ASSERT_TRUE(ledger.budget());
  EXPECT_THROW(ledger.charge("a", table(1, 4)), BudgetExhausted);
  EXPECT_THROW(ledger.expose("a", {"phi", "no noise"}), BudgetExhausted);
  ledger.charge("a", table(1, 3));
  ledger.set_budget({.epsilon = 100, .unit = kUnit});  // can only tighten
  EXPECT_THROW(ledger.charge("b", table(1)), BudgetExhausted);
  ledger.set_subject(kUnit);
  EXPECT_THROW(ledger.charge("b", table(1)), BudgetExhausted);
  Ledger(path).limit({.epsilon = 4.001});
  ledger.charge("b", table(1));
  Ledger(path).limit({});
  EXPECT_FALSE(Ledger(path).budget());
  ledger.charge("b", table(1, 90, 2));
  EXPECT_THROW(ledger.charge("b", table(1, 10, 92)), BudgetExhausted);  // its own
  const auto& entries = ledger.entries();
  EXPECT_EQ(std::count_if(
                entries.begin(), entries.end(),
                [](const LedgerEntry& entry) { return entry.kind == LedgerEntry::Kind::kBudget; }),
            3);
}

TEST(LedgerTotals, ABudgetWithAUnitIsKeptInThatUnitWhateverTheRunIsAbout) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger(path).limit({.epsilon = 100, .delta = 1e-6, .unit = Unit::kDocument});
  Ledger ledger(path);
  ledger.set_subject(kUnit);
  EXPECT_THROW(ledger.charge("a", table(0.001)), BudgetExhausted);
  ledger.set_subject(Unit::kDocument);
  ledger.charge("a", gaussian(100, 30, 2));
}

}  // namespace
}  // namespace dplda
