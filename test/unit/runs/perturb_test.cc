#include "runs/perturb.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/errors.h"
#include "reference/temporary.h"

namespace dplda::runs {
namespace {

class PerturbTest : public testing::Test {
 protected:
  PerturbTest() {
    ::setenv("DPLDA_LEDGERS", std::string(home / "list").c_str(), 1);
    test::write_file(home / "words", "ship\nsail\ncow\nbarn\n");
    test::write_file(home / "note.txt", "ship sail\n");
    request.input.path = home / "note.txt";
    request.options.vocab = home / "words";
    request.options.epsilon = 1;
  }
  ~PerturbTest() override { ::unsetenv("DPLDA_LEDGERS"); }

  test::TemporaryDirectory home;
  PerturbRequest request;
  Watcher nobody;
};

TEST_F(PerturbTest, ReportsStayInMemoryUnlessAFileIsNamed) {
  EXPECT_FALSE(perturb(request, nobody).bytes.empty());
  request.output = home / "reports.dpr";
  const PerturbOutcome outcome = perturb(request, nobody);
  EXPECT_EQ(outcome.bytes, "");
  EXPECT_EQ(outcome.reports, 1);
  EXPECT_TRUE(std::filesystem::exists(home / "reports.dpr"));
}

TEST_F(PerturbTest, WhoeverHasABudgetInALedgerOfHisOwnDoesNotPassItBy) {
  const test::TemporaryDirectory elsewhere;
  Ledger(elsewhere / "mine.ledger").limit({.epsilon = 1.5, .delta = 0, .unit = Unit::kPresence});
  request.options.ledger = elsewhere / "mine.ledger";
  perturb(request, nobody);
  EXPECT_THROW(perturb(request, nobody), BudgetExhausted);
  request.options.ledger = "";
  EXPECT_THROW(perturb(request, nobody), BudgetExhausted);
  request.options.ledger = home / "other.ledger";
  EXPECT_THROW(perturb(request, nobody), BudgetExhausted);
}

TEST_F(PerturbTest, ABudgetIsKeptInItsUnitFromTheFirstReportOn) {
  request.options.ledger = home / "mine.ledger";
  request.options.budget_epsilon = 2;
  request.options.budget_delta = 0;
  request.options.budget_unit = "document";  // of four words: epsilon 4
  EXPECT_THROW(perturb(request, nobody), BudgetExhausted);
  request.options.budget_unit = "presence";
  EXPECT_NO_THROW(perturb(request, nobody));
}

}  // namespace
}  // namespace dplda::runs
