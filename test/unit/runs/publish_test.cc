#include "runs/publish.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/errors.h"
#include "reference/options.h"
#include "reference/own_ledger_list.h"
#include "reference/temporary.h"
#include "runs/prepare.h"
#include "runs/train.h"

namespace dplda::runs {
namespace {

// A model that was charged to the ledger of its corpus, and one that was charged to none.
class PublishTest : public testing::Test {
 protected:
  PublishTest() {
    test::write_file(home / "words", "ship\nsail\ncow\nbarn\n");
    std::string notes;
    for (int i = 0; i < 20; ++i) notes += i % 2 == 0 ? "ship sail\n" : "cow barn\n";
    test::write_file(home / "notes.txt", notes);
    TrainWatcher nobody;
    prepare({.inputs = {home / "notes.txt"},
             .output = home / "notes.npz",
             .options = {.vocab = home / "words"}},
            nobody);
    TrainRequest request;
    request.input.path = home / "notes.npz";
    request.options = options_for("doc");
    request.options->topics = 2;
    request.options->sweeps = 2;
    request.options->threads = 1;
    test::set(request.options, "target-epsilon", 1);
    request.output = home / "charged.npz";
    train(request, nobody);
    request.ledger.no_ledger = true;
    request.output = home / "unaccounted.npz";
    train(request, nobody);
  }

  test::TemporaryDirectory home;
  test::OwnLedgerList own_list{home / "list"};
  test::TemporaryDirectory away;
};

TEST_F(PublishTest, ALedgerThatIsNamedAndOfOtherDataIsRefused) {
  EXPECT_NO_THROW(publish({.model = home / "charged.npz", .ledger = home / "notes.npz.ledger"}));
  Ledger(away / "other.ledger").start();
  for (const char* model : {"charged.npz", "unaccounted.npz"}) {
    EXPECT_NO_THROW(publish({.model = home / model}));
    EXPECT_THROW(publish({.model = home / model, .ledger = away / "other.ledger"}), InputError);
  }
  EXPECT_THROW(publish({.model = home / "unaccounted.npz", .ledger = home / "notes.npz.ledger"}),
               InputError);
}

TEST_F(PublishTest, ALedgerThatEndsWithinALineIsNotPassedBy) {
  const std::string ledger = home / "notes.npz.ledger";
  const std::string whole = test::read_file(ledger);
  test::write_file(ledger, whole.substr(0, whole.size() - 5));
  EXPECT_THROW(publish({.model = home / "charged.npz"}), InputError);
  EXPECT_THROW(publish({.model = home / "charged.npz", .ledger = ledger}), InputError);
  std::filesystem::rename(ledger, away / "account");
  EXPECT_THROW(publish({.model = home / "charged.npz", .ledger = away / "account"}), InputError);
}

}  // namespace
}  // namespace dplda::runs
