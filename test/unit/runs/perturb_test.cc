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
  Ledger(home / "mine.ledger").limit({.epsilon = 1.5, .delta = 0, .unit = Unit::kPresence});
  request.options.ledger = home / "mine.ledger";
  perturb(request, nobody);
  EXPECT_THROW(perturb(request, nobody), BudgetExhausted);
  request.options.ledger = "";
  EXPECT_THROW(perturb(request, nobody), BudgetExhausted);
  request.options.ledger = home / "other.ledger";
  EXPECT_THROW(perturb(request, nobody), BudgetExhausted);
}

}  // namespace
}  // namespace dplda::runs
