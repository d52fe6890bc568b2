#include "training/account.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/errors.h"
#include "corpus/prepare.h"
#include "reference/options.h"
#include "reference/own_ledger_list.h"
#include "reference/temporary.h"
#include "runs/prepare.h"
#include "training/prior_documents.h"
#include "training/private_vocabulary.h"

namespace dplda {
namespace {

// A prepared corpus and its ledger, in a list of ledgers of its own.
class AccountTest : public testing::Test {
 protected:
  AccountTest() { notes = prepared("notes", "ship sail ship\ncow barn barn\n"); }

  std::string prepared(const std::string& name, const std::string& text) {
    test::write_file(home / (name + ".txt"), text);
    runs::Watcher nobody;
    runs::prepare({.inputs = {home / (name + ".txt")}, .output = home / (name + ".npz")}, nobody);
    return home / (name + ".npz");
  }
  void limit() { Ledger(notes + ".ledger").limit({.epsilon = 3}); }
  Holdings holdings(const std::string& path) { return holdings_of(path, open_corpus(path)); }

  test::TemporaryDirectory home;
  test::OwnLedgerList own_list{home / "list"};
  std::string notes;
};

TEST_F(AccountTest, ReportsOfDocumentsWithABudgetAreChargedToTheirLedger) {
  const std::string raw = home / "notes.txt";
  for (const std::string& path : {notes, raw}) {
    EXPECT_NO_THROW(check_reported("", holdings(path), 1));
    EXPECT_NO_THROW(check_reported(home / "mine.ledger", holdings(path), 1));
  }
  limit();
  for (const std::string& path : {notes, raw}) {
    EXPECT_THROW(check_reported("", holdings(path), 1), BudgetExhausted);
    EXPECT_THROW(check_reported(home / "mine.ledger", holdings(path), 1), BudgetExhausted);
    EXPECT_NO_THROW(check_reported(notes + ".ledger", holdings(path), 1));
  }
}

TEST_F(AccountTest, DocumentsWithABudgetAreNotPublic) {
  TrainOptions options = options_for("lp");
  test::set(options, "denoise", "bayes");
  test::set(options, "prior-public", true);
  for (const std::string& path : {notes, home / "notes.txt"}) {
    test::set(options, "prior", path);
    const Corpus prior = open_corpus(path);
    EXPECT_NO_THROW(open_prior_account(setup_of(options), {}, &prior));
  }
  limit();
  const Vocabulary words = open_corpus(notes).vocabulary();
  for (const std::string& path : {notes, home / "notes.txt"}) {
    test::set(options, "prior", path);
    const Corpus prior = open_corpus(path);
    EXPECT_THROW(open_prior_account(setup_of(options), {}, &prior), BudgetExhausted);
    // As runs open it: in the words of the reports, each once.
    const std::optional<Corpus> opened =
        open_prior(setup_of(options).prior, words, report_preparation());
    EXPECT_THROW(open_prior_account(setup_of(options), {}, &*opened), BudgetExhausted);
  }
}

TEST_F(AccountTest, ARunOfAKnownSeedNamesNeitherALedgerNorABudget) {
  TrainOptions options = options_for("doc");
  test::set(options, "sigma", 5);
  options->seed = 1;
  const RunSetup setup = setup_of(options);
  EXPECT_THROW(open_account(setup, {.ledger = home / "other.ledger"}, holdings(notes)), InputError);
  EXPECT_THROW(open_account(setup, {.ledger = notes + ".ledger"}, holdings(notes)), InputError);
  LedgerOptions limited;
  limited.budget_epsilon = 1;
  EXPECT_THROW(open_account(setup, limited, holdings(notes)), InputError);
  EXPECT_TRUE(Ledger::read(notes + ".ledger").empty());
  // Nor does it come after what is kept account of.
  Ledger(notes + ".ledger").charge("a run", setup.plan.each_sweep.front());
  EXPECT_THROW(open_account(setup, {}, holdings(notes)), InputError);
}

TEST_F(AccountTest, ARunThatExposesIsRefusedForThatUnderABudget) {
  limit();
  TrainOptions options;
  try {
    open_account(setup_of(options), {.ledger = notes + ".ledger"}, holdings(notes));
    FAIL();
  } catch (const BudgetExhausted& error) {
    EXPECT_NE(std::string(error.what()).find("it exposes"), std::string::npos) << error.what();
  }
}

TEST_F(AccountTest, AStreamExposesThePriorInThePriorsOwnLedgerToo) {
  const std::string stream = prepared("stream", "tram shop\nlamp tram\n");
  TrainOptions options = options_for("online");
  test::set(options, "prior", notes);
  const Corpus prior = open_corpus(notes);
  const RunSetup setup = setup_of(options);
  const auto opened = [&](const LedgerOptions& ledger_options) {
    std::vector<std::string> paths;
    for (const Ledger& ledger :
         open_stream_accounts(setup, ledger_options, holdings_at(stream), &prior))
      paths.push_back(ledger.path());
    return paths;
  };
  const std::vector<std::string> both = {stream + ".ledger", notes + ".ledger"};
  EXPECT_EQ(opened({}), both);
  EXPECT_EQ(opened({.ledger = stream + ".ledger"}), both);
  EXPECT_EQ(opened({.no_ledger = true}), std::vector<std::string>{""});
  limit();
  EXPECT_THROW(
      {
        for (Ledger& ledger : open_stream_accounts(setup, {.ledger = stream + ".ledger"},
                                                   holdings_at(stream), &prior))
          ledger.expose("run", setup.plan.exposures.front());
      },
      BudgetExhausted);
}

}  // namespace
}  // namespace dplda
