#include "privacy/ledger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "base/append_file.h"
#include "base/errors.h"
#include "privacy/clipped_draw.h"
#include "privacy/discrete_gaussian.h"
#include "privacy/discrete_laplace.h"
#include "privacy/randomized_response.h"
#include "privacy/report_charges.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

constexpr Unit kUnit = Unit::kWord;
constexpr View kView = View::kTopicsAndCounts;

// A release of eps_L: two cells move by one under noise of scale 2 / eps_L.
Charge table(double epsilon, std::uint64_t count = 1, std::uint64_t first = 1) {
  return {.release = "table",
          .mechanism = DiscreteLaplace(rational_at_least(2 / epsilon)).mechanism(2),
          .unit = kUnit,
          .view = kView,
          .count = count,
          .first = first};
}

Charge gaussian(double sigma, std::uint64_t cells, std::uint64_t count) {
  return {.release = "table",
          .mechanism = DiscreteGaussian(rational_at_least(sigma * sigma)).mechanism(cells),
          .unit = Unit::kDocument,
          .view = View::kCounts,
          .count = count};
}

double pure(const Ledger& ledger) { return ledger.total(kUnit, kView).epsilon; }

// A total is never below the closed form, and no more than 1e-9 above it.
void expect_just_above(double total, double closed_form) {
  EXPECT_GE(total, closed_form);
  EXPECT_LE(total, closed_form * (1 + 1e-9));
}

TEST(Ledger, AddsUpWhatWasChargedAndNothingElse) {
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
TEST(Ledger, GivesTheFiguresOfTheoremA) {
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
TEST(Ledger, GivesTheFiguresOfTheoremB) {
  Ledger ledger;
  ledger.charge("a", gaussian(22.34, 50, 21));
  const PrivacyLoss total = ledger.total(Unit::kDocument, View::kCounts);
  expect_just_above(total.rho, 21 * 50 / (2 * 22.34 * 22.34));
  EXPECT_NEAR(epsilon_at(total, 1e-6), 8.00, 0.005);
  EXPECT_TRUE(std::isinf(total.epsilon));
}

TEST(Ledger, ChargesADocumentLevelReleaseToWordsAsOneDocumentReplaced) {
  Ledger ledger;
  ledger.charge("a", gaussian(10, 30, 2));
  expect_just_above(ledger.total(kUnit, kView).rho, 2 * 60 / (2 * 100.0));
  ledger.charge("a", table(0.5));
  EXPECT_TRUE(std::isinf(ledger.total(Unit::kDocument, View::kCounts).rho));
}

// Beside a Gaussian release pure ones are charged by epsilon or by rho, whichever gives less.
TEST(Ledger, APureReleaseStaysPureBesideOneThatIsNot) {
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

// 1000 words of which 50 are kept, at 0.5 a bit.
std::vector<Charge> reports(std::uint64_t count) {
  return report_charges(RandomizedResponse(0.5).threshold(), 1000, 50, count);
}

TEST(Ledger, CountsAReportOnceInEveryUnitAndConvertsNone) {
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

TEST(Ledger, AddsReportsToNoOtherViewAndNoOtherViewToReports) {
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

TEST(Ledger, ABudgetOfOneUnitRefusesReportsBeforeAnyUnitIsCharged) {
  Ledger ledger;
  // The exact figure for 100 bits is 33.3198; by rho it would be 36.9.
  ledger.set_budget({.epsilon = 33.32, .delta = 1e-6, .unit = Unit::kDocument});
  EXPECT_NO_THROW(ledger.check_budget("a", reports(1)));
  for (const Charge& charge : reports(1)) ledger.charge("a", charge);
  EXPECT_THROW(ledger.check_budget("b", reports(1)), BudgetExhausted);
  EXPECT_EQ(ledger.entries().size(), 3);
}

// Whoever holds the documents may show counts to some and reports to others.
TEST(Ledger, ABudgetCountsReportsBesideTheReleasesOfACurator) {
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
TEST(Ledger, ABudgetCountsTablesAsReplacedBesideReports) {
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

TEST(Ledger, ACopyWithoutAnExposureOrWithFewerDocumentsIsOlder) {
  const test::TemporaryDirectory directory;
  Ledger(directory / "x.ledger").start();
  std::filesystem::copy_file(directory / "x.ledger", directory / "y.ledger");
  Ledger x(directory / "x.ledger");
  x.set_sources(std::vector<std::uint64_t>{1, 2, 3});
  x.expose("a", {"everything", "on purpose"});
  Ledger y(directory / "y.ledger");
  EXPECT_TRUE(x.covers(y));
  EXPECT_FALSE(y.covers(x));
  y.take_over(x);
  EXPECT_TRUE(y.covers(x));
  EXPECT_EQ(y.known_sources(std::vector<std::uint64_t>{1, 2, 3, 4}), 3);
}

TEST(Ledger, ABudgetAfterAnExposureCoversNothing) {
  Ledger ledger;
  ledger.expose("a", {"everything", "on purpose"});
  ledger.set_budget({.epsilon = 1000});
  EXPECT_THROW(ledger.charge("b", table(0.001)), BudgetExhausted);
}

// A document may hold any number of words: beside reports, too.
TEST(Ledger, ReleasesAboutWordsHaveNoBoundForADocumentBesideReports) {
  Ledger ledger;
  ledger.set_budget({.epsilon = 1000, .delta = 1e-6, .unit = Unit::kDocument});
  ledger.charge_all("a", reports(1));
  EXPECT_THROW(ledger.check_budget("b", {table(0.001)}), BudgetExhausted);
}

TEST(Ledger, ACopyCoversAnotherWhenItSaysAllThatTheOtherSays) {
  const test::TemporaryDirectory directory;
  {
    Ledger ledger(directory / "x.ledger");
    ledger.start();
    ledger.charge("a", table(1, 3));
  }
  std::filesystem::copy_file(directory / "x.ledger", directory / "y.ledger");
  Ledger x(directory / "x.ledger");
  Ledger y(directory / "y.ledger");
  EXPECT_TRUE(x.covers(y) && y.covers(x));
  x.charge("b", table(1));
  EXPECT_TRUE(x.covers(y));
  EXPECT_FALSE(y.covers(x));
  y.limit({.epsilon = 50});
  EXPECT_FALSE(x.covers(y));
  y.take_over(x);
  EXPECT_TRUE(y.covers(x));
  EXPECT_NEAR(pure(y), 4, 1e-6);
  x.take_over(y);
  EXPECT_TRUE(x.covers(y));
  EXPECT_EQ(x.budget()->epsilon, 50);
  // A copy from before the budget was tightened does not cover it, and does not loosen it.
  y.limit({.epsilon = 60});
  x.limit({.epsilon = 3});
  EXPECT_FALSE(y.covers(x));
  x.take_over(y);
  EXPECT_EQ(x.budget()->epsilon, 3);
  y.take_over(x);
  EXPECT_EQ(y.budget()->epsilon, 3);
  EXPECT_TRUE(y.covers(x) && x.covers(y));
}

TEST(Ledger, TakesOverOnceWhatAnotherAccountHoldsWhateverItsBudget) {
  Ledger other;
  other.charge("a", table(1, 3));
  other.unmade("a", table(1, 1, 3));
  other.charge("b", table(1, 2));
  const test::TemporaryDirectory directory;
  Ledger ledger(directory / "x.ledger");
  ledger.limit({.epsilon = 2.001});
  ledger.charge("a", table(1));
  for (int times = 0; times < 2; ++times) {
    ledger.take_over(other);
    EXPECT_NEAR(pure(ledger), 4, 1e-6);
  }
  EXPECT_THROW(ledger.charge("c", table(0.1)), BudgetExhausted);
  EXPECT_NEAR(pure(Ledger::read(directory / "x.ledger")), 4, 1e-6);
  other.expose("d", {"phi", "no noise"});
  ledger.take_over(other);
  ledger.take_over(other);
  EXPECT_TRUE(ledger.exposed());
  EXPECT_EQ(std::count_if(ledger.entries().begin(), ledger.entries().end(),
                          [](const LedgerEntry& entry) {
                            return entry.kind == LedgerEntry::Kind::kExposure;
                          }),
            1);
}

TEST(Ledger, ReportsAreReadBackWithTheirExactLoss) {
  for (const Charge& charge : reports(7)) {
    const LedgerEntry entry{.run = "a", .time = {}, .charge = charge};
    const LedgerEntry back = entry_from_json(nlohmann::ordered_json::parse(to_json(entry).dump()));
    EXPECT_EQ(back.charge.mechanism.loss, charge.mechanism.loss);
    EXPECT_EQ(back.charge.count, 7);
    EXPECT_GT(back.charge.mechanism.loss.bits, 0);
  }
}

TEST(Ledger, IsInfiniteForAllOnceSomethingIsExposed) {
  Ledger ledger;
  ledger.charge("a", table(1));
  EXPECT_FALSE(ledger.exposed());
  ledger.expose("a", {"phi", "no noise"});
  EXPECT_TRUE(ledger.exposed());
  EXPECT_TRUE(std::isinf(pure(ledger)));
  EXPECT_TRUE(std::isinf(epsilon_at(ledger.total(kUnit, kView), 0.5)));
}

TEST(Ledger, ChargesAnExactRepetitionOnceAndAnotherRunAgain) {
  Ledger ledger;
  ledger.charge("a", table(1, 10, 1));
  ledger.charge("a", table(1, 10, 1));
  ledger.charge("a", table(1, 10, 6));  // 6..15: five of them are new
  expect_just_above(pure(ledger), 15);
  ledger.charge("b", table(1, 10, 1));
  expect_just_above(pure(ledger), 25);
  ledger.charge("a", table(2, 10, 1));  // other noise is another release
  expect_just_above(pure(ledger), 45);
}

TEST(Ledger, GivesBackOnlyWhatItselfChargedAndWasNotMade) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  {
    Ledger first(path);
    first.charge("a", table(1, 50, 1));
    first.unmade("a", table(1, 20, 31));
    expect_just_above(pure(first), 30);
    first.charge("a", table(1, 1, 31));
    expect_just_above(pure(first), 31);
  }
  Ledger again(path);
  expect_just_above(pure(again), 31);
  again.charge("a", table(1, 40, 1));
  expect_just_above(pure(again), 40);
  again.unmade("a", table(1, 40, 1));  // 1..31 were made by the first
  expect_just_above(pure(again), 31);
}

TEST(Ledger, RefusesWhatTheBudgetDoesNotCoverBeforeItIsMade) {
  Ledger ledger;
  ledger.set_budget({.epsilon = 3, .delta = 0, .unit = kUnit});
  ledger.charge("a", table(1, 2));
  EXPECT_THROW(ledger.check_budget("a", {table(1, 2, 3)}), BudgetExhausted);
  EXPECT_THROW(ledger.charge("a", table(1, 2, 3)), BudgetExhausted);
  EXPECT_THROW(ledger.expose("a", {"phi", "no noise"}), BudgetExhausted);
  EXPECT_NO_THROW(ledger.check_budget("a", {table(1, 2, 1)}));  // a repetition
  expect_just_above(pure(ledger), 2);
}

TEST(Ledger, OnDiskAddsUpOverRunsAndSurvivesWithoutBeingClosed) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger first(path);
  first.charge("a", table(0.5, 4));
  // What was charged is there before the object goes.
  expect_just_above(pure(Ledger::read(path)), 2);
  first = Ledger();
  Ledger second(path);
  second.charge("b", table(0.5, 4));
  expect_just_above(pure(second), 4);
}

TEST(Ledger, RunsAtOnceSeeWhatTheOthersChargedBefore) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger first(path);
  Ledger second(path);  // nothing is there yet
  first.set_budget({.epsilon = 3.001, .unit = kUnit});
  second.set_budget({.epsilon = 3.001, .unit = kUnit});
  first.charge("a", table(1, 2));
  EXPECT_THROW(second.charge("b", table(1, 2)), BudgetExhausted);
  second.charge("b", table(1));
  expect_just_above(pure(second), 3);
  EXPECT_THROW(first.charge("a", table(1, 1, 3)), BudgetExhausted);
  expect_just_above(pure(Ledger{path}), 3);
}

TEST(Ledger, SeveralChargesAreMadeTogetherOrNotAtAll) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger ledger(path);
  ledger.set_budget({.epsilon = 3.001, .unit = kUnit});
  EXPECT_THROW(ledger.charge_all("a", {table(1, 2), table(2)}), BudgetExhausted);
  EXPECT_FALSE(std::filesystem::exists(path));
  ledger.charge_all("a", {table(1), table(2)});
  expect_just_above(pure(ledger), 3);
}

TEST(Ledger, IsWaitedForAndThenSaidToBeInUse) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger(path).charge("a", table(1));
  AppendFile holder(path, 0);
  EXPECT_THROW(Ledger(path, 0), FileInUse);
  EXPECT_THROW(Ledger::read(path, 0.02), FileInUse);
  holder.unlock();
  expect_just_above(pure(Ledger(path, 0)), 1);
}

TEST(Ledger, RefusesToGoOnWhereItsFileWasCutOffMeanwhile) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger ledger(path);
  ledger.charge("a", table(1));
  const std::string before = test::read_file(path);
  ledger.charge("b", table(1));
  std::filesystem::resize_file(path, before.size());
  EXPECT_THROW(ledger.charge("c", table(1)), InputError);
  EXPECT_EQ(test::read_file(path), before);
  expect_just_above(pure(Ledger(path, 0)), 1);  // and nobody is kept out
}

TEST(Ledger, IsNotStartedThroughALinkThatLeadsNowhere) {
  const test::TemporaryDirectory directory;
  std::filesystem::create_symlink(directory / "absent", directory / "x.ledger");
  EXPECT_THROW(Ledger(directory / "x.ledger").charge("a", table(1)), InputError);
}

TEST(Ledger, KeepsItsBudgetForEveryRunAndRecordsEveryChangeOfIt) {
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

TEST(Ledger, ABudgetWithAUnitIsKeptInThatUnitWhateverTheRunIsAbout) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  Ledger(path).limit({.epsilon = 100, .delta = 1e-6, .unit = Unit::kDocument});
  Ledger ledger(path);
  ledger.set_subject(kUnit);
  EXPECT_THROW(ledger.charge("a", table(0.001)), BudgetExhausted);
  ledger.set_subject(Unit::kDocument);
  ledger.charge("a", gaussian(100, 30, 2));
}

TEST(Ledger, KnowsItsDocumentsAgainAndShowsNoneOfTheirMarks) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  {
    Ledger ledger(path);
    ledger.set_sources(std::vector<std::uint64_t>{1, 2, 3});
    EXPECT_FALSE(std::filesystem::exists(path));  // nothing was released yet
    ledger.charge("a", table(1));
    ledger.set_sources(std::vector<std::uint64_t>{3, 4});
    ledger.charge("b", table(1));
  }
  const Ledger ledger = Ledger::read(path);
  EXPECT_EQ(ledger.sources(), 4);
  EXPECT_EQ(ledger.known_sources(std::vector<std::uint64_t>{2, 4, 5}), 2);
  EXPECT_EQ(ledger.lineage().size(), 32);
  EXPECT_EQ(ledger.to_json(1e-6).dump().find("marks"), std::string::npos);
  // Marks are salted: another ledger of the same documents looks different.
  const std::string other = directory / "y.ledger";
  Ledger second(other);
  second.set_sources(std::vector<std::uint64_t>{1, 2, 3, 4});
  second.start();
  EXPECT_NE(second.lineage(), ledger.lineage());
  for (const LedgerEntry& entry : second.entries()) {
    for (const std::uint64_t mark : entry.marks) {
      EXPECT_GT(mark, 4U);
      EXPECT_EQ(test::read_file(path).find(fmt::format("{:016x}", mark)), std::string::npos);
    }
  }
}

TEST(Ledger, RefusesAFileThatIsDamagedCutOffEmptyOrForeign) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "x.ledger";
  {
    Ledger ledger(path);
    ledger.charge("a", table(0.5, 4));
    ledger.charge("b", table(0.5, 4));
  }
  const std::string whole = test::read_file(path);
  EXPECT_NO_THROW(Ledger{path});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    test::write_file(path, damaged);
    EXPECT_THROW(Ledger{path}, InputError) << "byte " << i;
    EXPECT_THROW(Ledger::read(path), InputError) << "byte " << i;
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    test::write_file(path, whole.substr(0, size));
    // At the end of a line nothing is missing that could be known.
    if (size > 0 && whole[size - 1] == '\n') continue;
    EXPECT_THROW(Ledger{path}, InputError) << "cut to " << size;
  }
  // A line taken out of the middle.
  const std::size_t first_end = whole.find('\n');
  const std::size_t second_end = whole.find('\n', first_end + 1);
  test::write_file(path, whole.substr(0, first_end + 1) + whole.substr(second_end + 1));
  EXPECT_THROW(Ledger{path}, InputError);
  test::write_file(path, "name,value\na,1\n");
  EXPECT_THROW(Ledger{path}, InputError);
  EXPECT_THROW(Ledger{directory.path()}, InputError);
}

TEST(Ledger, WritesNothingItsReaderWouldReadOtherwise) {
  Ledger ledger;
  ledger.charge("a", table(0.3, 7, 3));
  ledger.expose("b", {"phi", "no noise"});
  ledger.set_sources(std::vector<std::uint64_t>{~0ull, 0, 77});
  ledger.start();
  ledger.limit({.epsilon = 3, .delta = 1e-6, .unit = kUnit});
  ledger.limit({});
  for (const LedgerEntry& entry : ledger.entries()) {
    const LedgerEntry back = entry_from_json(to_json(entry));
    EXPECT_EQ(to_json(back), to_json(entry));
    EXPECT_EQ(back.charge.mechanism.loss, entry.charge.mechanism.loss);
  }
}

}  // namespace
}  // namespace dplda
