#include "privacy/ledger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/append_file.h"
#include "base/errors.h"
#include "reference/temporary.h"
#include "test_charges.h"

namespace dplda {
namespace {

TEST(Ledger, ACopyWithoutAnExposureOrWithFewerDocumentsIsOlder) {
  const test::TemporaryDirectory directory;
  Ledger(directory / "x.ledger").start();
  std::filesystem::copy_file(directory / "x.ledger", directory / "y.ledger");
  Ledger x(directory / "x.ledger");
  x.expose("a", {"everything", "on purpose"});
  Ledger y(directory / "y.ledger");
  EXPECT_TRUE(x.covers(y));
  EXPECT_FALSE(y.covers(x));
  y.take_over(x);
  EXPECT_TRUE(y.covers(x));
  x.set_sources(std::vector<std::uint64_t>{1, 2, 3});
  x.expose("b", {"everything", "once more"});
  EXPECT_FALSE(y.covers(x));
  y.take_over(x);
  EXPECT_TRUE(y.covers(x));
  EXPECT_EQ(y.known_sources(std::vector<std::uint64_t>{1, 2, 3, 4}), 3);
}

// A copy for which documents are strangers passes by the budget that is kept for them.
TEST(Ledger, ACopyThatKnowsFewerDocumentsIsOlderThoughNothingElseIsMissing) {
  const test::TemporaryDirectory directory;
  const std::vector<std::uint64_t> first = {1, 2};
  const std::vector<std::uint64_t> later = {2, 3, 3, 4};
  {
    Ledger ledger(directory / "x.ledger");
    ledger.set_sources(first);
    ledger.start();
  }
  std::filesystem::copy_file(directory / "x.ledger", directory / "y.ledger");
  Ledger x(directory / "x.ledger");
  Ledger y(directory / "y.ledger");
  EXPECT_TRUE(x.covers(y) && y.covers(x));
  x.set_sources(later);
  x.start();
  EXPECT_TRUE(x.covers(y));
  EXPECT_FALSE(y.covers(x));
  y.take_over(x);
  EXPECT_TRUE(y.covers(x));
  EXPECT_EQ(Ledger::read(directory / "y.ledger").known_sources(later), 4);
  EXPECT_EQ(y.alike(std::vector<std::uint64_t>{3, 4}), 0.5);  // as it was noted there
  // Documents of two copies that were used side by side come together, those of others do not.
  Ledger z(directory / "z.ledger");
  z.set_sources(std::vector<std::uint64_t>{7});
  z.start();
  x.take_over(z);
  EXPECT_EQ(x.known_sources(std::vector<std::uint64_t>{7}), 0);
}

TEST(Ledger, ABudgetThatWasTakenAwayInACopyIsTakenOver) {
  const test::TemporaryDirectory directory;
  {
    Ledger ledger(directory / "x.ledger");
    ledger.start();
    ledger.limit({.epsilon = 3});
  }
  std::filesystem::copy_file(directory / "x.ledger", directory / "y.ledger");
  Ledger x(directory / "x.ledger");
  Ledger y(directory / "y.ledger");
  y.limit({});
  EXPECT_FALSE(x.covers(y));
  x.take_over(y);
  EXPECT_TRUE(x.covers(y));
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
