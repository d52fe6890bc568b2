#include "runs/perturb.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <utility>

#include "base/errors.h"
#include "reference/own_ledger_list.h"
#include "reference/temporary.h"

namespace dplda::runs {
namespace {

// Something happens while reports are written.
class Meanwhile final : public Watcher {
 public:
  explicit Meanwhile(std::function<void()> happens) : happens_(std::move(happens)) {}
  bool due() override {
    happens_();
    return false;
  }

 private:
  std::function<void()> happens_;
};

class PerturbTest : public testing::Test {
 protected:
  PerturbTest() {
    test::write_file(home / "words", "ship\nsail\ncow\nbarn\n");
    test::write_file(home / "note.txt", "ship sail\n");
    request.input.path = home / "note.txt";
    request.options.vocab = home / "words";
    request.options.epsilon = 1;
  }

  // The directory of the output goes away before the file appears in it.
  void perturb_in_vain(const std::function<void()>& before = [] {}) {
    std::filesystem::create_directory(home / "out");
    request.output = home / "out/reports.dpr";
    Meanwhile removed([&] {
      before();
      std::filesystem::remove_all(home / "out");
    });
    EXPECT_THROW(perturb(request, removed), SystemError);
  }
  double charged() const {
    return Ledger::read(request.options.ledger).total(Unit::kPresence, View::kReport).epsilon;
  }

  test::TemporaryDirectory home;
  test::OwnLedgerList own_list{home / "list"};
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

TEST_F(PerturbTest, WhatNeverAppearedInAFileIsGivenBack) {
  request.options.ledger = home / "mine.ledger";
  perturb_in_vain();
  EXPECT_EQ(charged(), 0);
}

TEST_F(PerturbTest, UnderAKeyNothingIsGivenBackThatARepetitionRestsOn) {
  test::write_key(home / "key");
  request.options.key_file = home / "key";
  request.options.ledger = home / "mine.ledger";
  perturb_in_vain([&] {
    PerturbRequest again = request;
    again.output.clear();
    perturb(again, nobody);
  });
  EXPECT_NEAR(charged(), 1, 1e-6);
}

TEST_F(PerturbTest, WhatWentDownAPipeThatBrokeStaysCharged) {
  constexpr int kReports = 1500;  // more than are made at once
  std::string notes;
  for (int i = 0; i < kReports; ++i) notes += "ship sail\n";
  test::write_file(home / "note.txt", notes);
  request.output = home / "pipe";
  request.options.ledger = home / "mine.ledger";
  ASSERT_EQ(::mkfifo(request.output.c_str(), 0600), 0);
  const int reader = ::open(request.output.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  ASSERT_GE(::fcntl(reader, F_SETPIPE_SZ, 1 << 19), 1 << 19);  // nobody has to read meanwhile
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  bool open = true;
  Meanwhile broken([&] {
    if (std::exchange(open, false)) ::close(reader);
  });
  EXPECT_THROW(perturb(request, broken), SystemError);
  std::signal(SIGPIPE, before);
  EXPECT_NEAR(charged(), kReports, 1e-3);
}

}  // namespace
}  // namespace dplda::runs
