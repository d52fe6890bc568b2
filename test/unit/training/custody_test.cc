#include "training/custody.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "base/errors.h"
#include "corpus/document_marks.h"
#include "corpus/preparation_record.h"
#include "corpus/prepare.h"
#include "privacy/discrete_laplace.h"
#include "privacy/privacy_record.h"
#include "reference/own_ledger_list.h"
#include "reference/temporary.h"
#include "runs/prepare.h"
#include "training/private_vocabulary.h"
#include "training/process_accounts.h"

namespace dplda {
namespace {

// Hears where a ledger is that is not where one would look.
class Listener final : public runs::Watcher {
 public:
  void tell(const runs::Notice& said) override {
    if (said.kind == runs::Notice::Kind::kLedger) notice = said.text;
  }
  std::string notice;
};

Charge one() {
  return {.release = "table", .mechanism = DiscreteLaplace(Rational{2, 1}).mechanism(2)};
}

// A model that says which ledger it was charged to, and nothing else.
Model charged_to(const std::string& lineage) {
  const StatedTotal total = stated_total({}, Unit::kDocument, View::kCounts, 1e-6);
  const PrivacyRecord record{
      .run = total,
      .data = total,
      .account = StatedAccount{
          .recorded = true, .counter = StatedAccount::Counter::kLedger, .lineage = lineage}};
  return Model({.vocabulary = Vocabulary({"ship"}, VocabularyOrigin::kPublic),
                .phi = {1},
                .prior = {.alpha = {0.1}, .beta = 0.1},
                .prevalence = {},
                .coherence = {},
                .meta = {.privacy = to_text(record)}},
               "model");
}

// A list of ledgers of its own for every test.
class CustodyTest : public testing::Test {
 protected:
  std::string write(const test::TemporaryDirectory& directory, const char* name,
                    const std::string& text) {
    test::write_file(directory / name, text);
    return directory / name;
  }
  Corpus prepared(const std::string& input, const std::string& output,
                  const LedgerOptions& options = {}) {
    Listener listener;
    place.path =
        runs::prepare({.inputs = {input}, .output = output, .ledger = options}, listener).ledger;
    place.notice = listener.notice;
    return Corpus::load(output);
  }
  std::string place_of(const std::string& path) {
    return ledger_place({}, holdings_of(path, open_corpus(path))).path;
  }

  test::TemporaryDirectory home;
  test::OwnLedgerList own_list{home / "list"};
  test::TemporaryDirectory away;
  LedgerPlace place;
};

TEST_F(CustodyTest, APreparationStartsTheLedgerWhoseIdItsCorpusCarries) {
  const Corpus corpus = prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  const Ledger ledger = Ledger::read(home / "a.npz.ledger");
  EXPECT_FALSE(ledger.lineage().empty());
  EXPECT_EQ(corpus.preparation().lineage, ledger.lineage());
  EXPECT_TRUE(ledger.empty());
  EXPECT_EQ(ledger.sources(), 4);  // two texts, and their bags of words
}

TEST_F(CustodyTest, CopiesFindTheLedgerOfTheirLineageWhereverTheyAre) {
  prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  std::filesystem::copy_file(home / "a.npz", away / "b.npz");
  EXPECT_EQ(place_of(away / "b.npz"), home / "a.npz.ledger");
  // A ledger of others beside the copy is not its own.
  Ledger(away / "b.npz.ledger").start();
  EXPECT_EQ(place_of(away / "b.npz"), home / "a.npz.ledger");
  std::filesystem::rename(home / "a.npz.ledger", home / "elsewhere");
  EXPECT_THROW(place_of(away / "b.npz"), InputError);
  const Holdings data = holdings_at(away / "b.npz");
  EXPECT_EQ(ledger_place({.ledger = home / "elsewhere"}, data).path, home / "elsewhere");
  EXPECT_THROW(ledger_place({.ledger = away / "b.npz.ledger"}, data), InputError);
}

TEST_F(CustodyTest, ACorpusWhoseLedgerIsLostIsNotPreparedAgainUnderANewOne) {
  prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  std::filesystem::copy_file(home / "a.npz", away / "b.npz");
  std::filesystem::remove(home / "a.npz.ledger");
  EXPECT_THROW(prepared(away / "b.npz", away / "c.npz"), InputError);
  EXPECT_FALSE(std::filesystem::exists(away / "c.npz.ledger"));
}

TEST_F(CustodyTest, PartsOfTextsFindTheLedgerOfTheTextsFromAfar) {
  const std::string texts = write(home, "a.txt", "ship sail\ncow barn\n");
  with_lineage(open_corpus(texts), texts).save(away / "part.npz");
  EXPECT_EQ(place_of(away / "part.npz"), texts + ".ledger");
}

TEST_F(CustodyTest, AMovedDirectoryTakesItsLedgerAlong) {
  prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  for (const char* name : {"a.npz", "a.npz.ledger"})
    std::filesystem::rename(home / name, away / name);
  EXPECT_EQ(place_of(away / "a.npz"), away / "a.npz.ledger");
}

TEST_F(CustodyTest, NewPreparationsOfTheSameOrOverlappingTextsJoinTheLedger) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "ship number " + std::to_string(i) + "\n";
  const Corpus first = prepared(write(home, "a.txt", text), home / "a.npz");
  EXPECT_EQ(place.notice, "");
  const Corpus again = prepared(write(away, "b.txt", text), away / "b.npz");
  EXPECT_EQ(again.preparation().lineage, first.preparation().lineage);
  EXPECT_NE(place.notice.find("a.npz.ledger"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(away / "b.npz.ledger"));
  // Two in a hundred are kin, one of a hundred is told only.
  std::string other = "ship number 3\n";
  for (int i = 0; i < 98; ++i) other += "cow number " + std::to_string(i) + "\n";
  const Corpus stranger = prepared(write(away, "c.txt", other), away / "c.npz");
  EXPECT_NE(stranger.preparation().lineage, first.preparation().lineage);
  EXPECT_NE(place.notice.find("some of the documents"), std::string::npos);
  // Most of these are in the ledger of c.npz, and two in that of a.npz: whoever charges one says
  // so.
  const std::string both = write(away, "d.txt", other + "ship number 4\n");
  EXPECT_THROW(prepared(both, away / "d.npz"), InputError);
  const Corpus kin = prepared(both, away / "d.npz", {.ledger = away / "c.npz.ledger"});
  EXPECT_EQ(kin.preparation().lineage, stranger.preparation().lineage);
  EXPECT_NE(place.notice.find("a.npz.ledger, too"), std::string::npos) << place.notice;
}

TEST_F(CustodyTest, ShortTextsThatAreAlikeMakeNoKin) {
  // 600 of the 900 notes of two words out of thirty: half of them are found among strangers, too.
  const auto short_notes = [](unsigned seed) {
    std::mt19937 draw(seed);
    std::string text;
    for (int i = 0; i < 600; ++i) {
      const auto note = static_cast<unsigned>(draw() % 900);
      text += fmt::format("w{} w{}\n", note / 30, note % 30);
    }
    return text;
  };
  const Corpus first = prepared(write(home, "a.txt", short_notes(1)), home / "a.npz");
  const Corpus stranger = prepared(write(away, "b.txt", short_notes(2)), away / "b.npz");
  EXPECT_NE(stranger.preparation().lineage, first.preparation().lineage);
  const Corpus again = prepared(write(away, "c.txt", short_notes(1)), away / "c.npz");
  EXPECT_EQ(again.preparation().lineage, first.preparation().lineage);
}

TEST_F(CustodyTest, DocumentsOfTwoLedgersDoNotPassByTheBudgetOfEither) {
  std::string ships;
  std::string cows;
  for (int i = 0; i < 50; ++i) {
    ships += "ship number " + std::to_string(i) + "\n";
    cows += "cow number " + std::to_string(i) + "\n";
  }
  prepared(write(home, "a.txt", ships), home / "a.npz");
  prepared(write(home, "b.txt", cows + "cow number 51\n"), home / "b.npz");
  Ledger(home / "a.npz.ledger").limit({.epsilon = 3});
  const std::string both = write(away, "c.txt", ships.substr(0, ships.size() / 2) + cows);
  EXPECT_THROW(prepared(both, away / "c.npz"), BudgetExhausted);
  // The limited ledger knows the smaller part of them.
  const Holdings data = holdings_of(both, open_corpus(both));
  EXPECT_EQ(limiting_ledger(data, 1), home / "a.npz.ledger");
  EXPECT_THROW(open_ledger({.no_ledger = true}, data, false), BudgetExhausted);
}

TEST_F(CustodyTest, AFewDocumentsWithABudgetAreKnownAmongMany) {
  std::string few;
  std::string many;
  for (int i = 0; i < 1000; ++i) {
    if (i < 10) few += "ship number " + std::to_string(i) + " sails\n";
    many += "cow number " + std::to_string(i) + " grazes\n";
  }
  prepared(write(home, "few.txt", few), home / "few.npz");
  Ledger(home / "few.npz.ledger").limit({.epsilon = 3});
  const std::string both = write(away, "both.txt", many + few);
  EXPECT_EQ(limiting_ledger(holdings_of(both, open_corpus(both)), 1), home / "few.npz.ledger");
}

TEST_F(CustodyTest, ABudgetThatWasSetBesideTextsBeforeAnyRunIsKept) {
  const std::string text = write(home, "a.txt", "ship sail\ncow barn\n");
  Ledger(text + ".ledger").limit({.epsilon = 3});
  const Holdings data = holdings_of(text, open_corpus(text));
  EXPECT_THROW(open_ledger({.no_ledger = true}, data, false), BudgetExhausted);
}

TEST_F(CustodyTest, AnOlderCopyOfALedgerIsNotTakenForIt) {
  prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  for (const char* name : {"a.npz", "a.npz.ledger"})
    std::filesystem::copy_file(home / name, away / name);
  EXPECT_EQ(place_of(away / "a.npz"), away / "a.npz.ledger");
  Ledger(home / "a.npz.ledger").charge("a", one());
  EXPECT_EQ(place_of(home / "a.npz"), home / "a.npz.ledger");
  EXPECT_EQ(place_of(away / "a.npz"), home / "a.npz.ledger");
  const Holdings data = holdings_at(away / "a.npz");
  EXPECT_THROW(ledger_place({.ledger = away / "a.npz.ledger"}, data), InputError);
  EXPECT_EQ(ledger_place({.ledger = home / "a.npz.ledger"}, data).path, home / "a.npz.ledger");
}

TEST_F(CustodyTest, ABackupBesideALedgerIsNeitherWrittenToNorInTheWay) {
  const std::string text = write(home, "n.txt", "ship sail\ncow barn\n");
  prepared(text, home / "n.npz");
  std::filesystem::copy_file(home / "n.npz.ledger", home / "a-backup.ledger");
  Ledger(home / "n.npz.ledger").charge("a", one());
  Ledger(home / "n.npz.ledger").limit({.epsilon = 3});
  prepared(text, home / "again.npz");
  EXPECT_EQ(place.path, home / "n.npz.ledger");
  EXPECT_EQ(place_of(text), home / "n.npz.ledger");
  // The backup is from before the budget.
  const Holdings data = holdings_of(text, open_corpus(text));
  EXPECT_THROW(open_ledger({.no_ledger = true}, data, false), BudgetExhausted);
  EXPECT_THROW(ledger_place({.ledger = home / "mine.ledger"}, data), BudgetExhausted);
}

TEST_F(CustodyTest, ALedgerThatIsNamedMayBeTheLatestWhateverItIsCalled) {
  prepared(write(home, "n.txt", "ship sail\ncow barn\n"), home / "n.npz");
  std::filesystem::copy_file(home / "n.npz.ledger", away / "account");
  Ledger(away / "account").charge("a", one());
  const Holdings data = holdings_at(home / "n.npz");
  EXPECT_EQ(ledger_place({.ledger = away / "account"}, data).path, away / "account");
  // Where it is not named nobody knows of it.
  EXPECT_EQ(ledger_place({}, data).path, home / "n.npz.ledger");
}

TEST_F(CustodyTest, DocumentsThatALedgerLearntAfterItsBackupAreKnown) {
  prepared(write(home, "n.txt", "ship sail\ncow barn\n"), home / "n.npz");
  std::filesystem::copy_file(home / "n.npz.ledger", home / "a-backup.ledger");
  const std::string later = write(home, "later.txt", "tram shop\nlamp tram\n");
  prepared(later, home / "later.npz", {.ledger = home / "n.npz.ledger"});
  Ledger(home / "n.npz.ledger").limit({.epsilon = 3});
  // The backup is looked at first, and knows none of them.
  EXPECT_EQ(place_of(later), home / "n.npz.ledger");
  const Holdings data = holdings_of(later, open_corpus(later));
  EXPECT_THROW(open_ledger({.no_ledger = true}, data, false), BudgetExhausted);
  EXPECT_THROW(ledger_place({.ledger = home / "a-backup.ledger"}, data), BudgetExhausted);
}

TEST_F(CustodyTest, AnOlderCopyThatIsNamedIsComparedWithThoseBesideIt) {
  prepared(write(home, "n.txt", "ship sail\ncow barn\n"), home / "n.npz");
  for (const char* name : {"older.ledger", "newer.ledger"})
    std::filesystem::copy_file(home / "n.npz.ledger", away / name);
  // Neither on the list nor beside the documents.
  Ledger(away / "newer.ledger").charge("a", one());
  const Holdings data = holdings_at(home / "n.npz");
  EXPECT_THROW(ledger_place({.ledger = away / "older.ledger"}, data), InputError);
  EXPECT_EQ(ledger_place({.ledger = away / "newer.ledger"}, data).path, away / "newer.ledger");
  // Nor is it for a model, wherever that lies.
  const Model model = charged_to(Ledger::read(home / "n.npz.ledger").lineage());
  EXPECT_THROW(ledger_of(model, home / "model.npz", away / "older.ledger"), InputError);
  EXPECT_FALSE(ledger_of(model, home / "model.npz", away / "newer.ledger").value().empty());
}

TEST_F(CustodyTest, CopiesThatWereUsedSideBySideAreJoinedNotChosenFrom) {
  const std::string text = write(home, "n.txt", "ship sail\ncow barn\n");
  prepared(text, home / "n.npz");
  std::filesystem::copy_file(home / "n.npz.ledger", home / "other.ledger");
  Ledger(home / "n.npz.ledger").charge("a", one());
  Ledger(home / "other.ledger").charge("b", one());
  EXPECT_THROW(place_of(home / "n.npz"), InputError);
  EXPECT_THROW(place_of(text), InputError);
  Ledger joined(home / "n.npz.ledger");
  joined.take_over(Ledger::read(home / "other.ledger"));
  EXPECT_EQ(place_of(home / "n.npz"), home / "n.npz.ledger");
  EXPECT_EQ(place_of(text), home / "n.npz.ledger");
}

TEST_F(CustodyTest, DocumentsOfTwoLedgersAreChargedToNeitherWithoutAWord) {
  prepared(write(home, "p.txt", "ship sail\nship boat\n"), home / "p.npz");
  prepared(write(home, "m.txt", "cow barn\ncow field\n"), home / "m.npz");
  runs::Watcher nobody;
  const runs::PrepareRequest both{.inputs = {home / "p.txt", home / "m.txt"},
                                  .output = home / "pm.npz"};
  EXPECT_THROW(runs::prepare(both, nobody), InputError);
  EXPECT_FALSE(std::filesystem::exists(home / "pm.npz"));
}

// Some 2000 of 6000 notes are not in a sample of as many with replacement, and others twice.
TEST_F(CustodyTest, ASampleWithReplacementIsKnown) {
  std::string notes;
  std::string sample;
  std::mt19937 draw(1);
  const auto note = [](unsigned i) { return fmt::format("{:x} sail {:x}\n", i * 2654435761u, i); };
  for (unsigned i = 0; i < 6000; ++i) {
    notes += note(i);
    sample += note(static_cast<unsigned>(draw() % 6000));
  }
  const Corpus first = prepared(write(home, "n.txt", notes), home / "n.npz");
  const Corpus again = prepared(write(away, "b.txt", sample), away / "b.npz");
  EXPECT_EQ(again.preparation().lineage, first.preparation().lineage);
  // In memory, where rows are all that is known.
  const Holdings rows{.path = "", .marks = document_marks(again)};
  EXPECT_EQ(ledger_place({}, rows).path, home / "n.npz.ledger");
}

// Whether texts are alike is a matter of the corpus that they resemble, not of all in its ledger.
TEST_F(CustodyTest, EachCorpusOfALedgerHasItsOwnAlikeness) {
  std::mt19937 draw(1);
  const auto short_notes = [&] {
    std::string text;
    for (int i = 0; i < 300; ++i) {
      const auto note = static_cast<unsigned>(draw() % 144);
      text += fmt::format("w{} w{}\n", note / 12, note % 12);
    }
    return text;
  };
  const auto note = [](unsigned i) { return fmt::format("{:x} sail {:x}\n", i * 2654435761u, i); };
  std::string notes;
  std::string sample;
  for (unsigned i = 0; i < 300; ++i) {
    notes += note(i);
    sample += note(static_cast<unsigned>(draw() % 300));
  }
  // A sample with replacement, and one document in five is new.
  for (unsigned i = 0; i < 50; ++i) sample += note(1000 + i);
  prepared(write(home, "short.txt", short_notes()), home / "short.npz");
  prepared(write(home, "long.txt", notes), home / "long.npz",
           {.ledger = home / "short.npz.ledger"});
  EXPECT_EQ(place_of(write(away, "sample.txt", sample)), home / "short.npz.ledger");

  prepared(write(home, "other.txt", "tram shop\nlamp tram\n"), home / "other.npz");
  prepared(write(home, "second.txt", short_notes() + "x y z\n"), home / "second.npz",
           {.ledger = home / "other.npz.ledger"});
  const std::string strangers = short_notes();
  std::filesystem::remove(home / "short.npz.ledger");
  EXPECT_EQ(place_of(write(away, "strangers.txt", strangers)), away / "strangers.txt.ledger");
}

TEST_F(CustodyTest, TheSameRowsInOtherBytesDoNotPassByABudget) {
  std::string notes;
  std::string spaced;
  for (int i = 0; i < 30; ++i) {
    const auto word = [&](int j) {
      return std::string(1 + (i + j) % 7, static_cast<char>('a' + i % 26));
    };
    notes += word(1) + " " + word(2) + " " + word(4) + "\n";
    spaced += word(1) + "  " + word(2) + "  " + word(4) + "\n";
  }
  prepared(write(home, "n.txt", notes), home / "n.npz");
  prepared(write(away, "s.txt", spaced), away / "s.npz");
  EXPECT_NE(place.notice.find("written in another way"), std::string::npos) << place.notice;
  Ledger(home / "n.npz.ledger").limit({.epsilon = 3});
  EXPECT_THROW(prepared(write(away, "t.txt", spaced + "zz zz\n"), away / "t.npz"), BudgetExhausted);
  EXPECT_FALSE(std::filesystem::exists(away / "t.npz"));
}

TEST_F(CustodyTest, WithoutALedgerNothingPassesByOneThatIsNotFound) {
  prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  std::filesystem::rename(home / "a.npz.ledger", away / "hidden");
  const Holdings data = holdings_of(home / "a.npz", open_corpus(home / "a.npz"));
  EXPECT_THROW(open_ledger({.no_ledger = true}, data, false), LedgerLost);
  EXPECT_NO_THROW(open_ledger({.no_ledger = true}, data, true));
}

TEST_F(CustodyTest, AListOfLedgersThatCannotBeReadStopsTheRun) {
  const std::string text = write(home, "a.txt", "ship sail\ncow barn\n");
  prepared(text, home / "a.npz");
  std::filesystem::remove(home / "list");
  std::filesystem::create_directory(home / "list");
  EXPECT_THROW(prepared(text, away / "b.npz"), InputError);
}

TEST_F(CustodyTest, ADamagedLedgerIsNotTakenForNone) {
  const Corpus corpus = prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  Ledger(home / "a.npz.ledger").limit({.epsilon = 3});
  const std::string whole = test::read_file(home / "a.npz.ledger");
  test::write_file(home / "a.npz.ledger", whole.substr(0, whole.size() - 5));
  EXPECT_THROW(open_ledger({.no_ledger = true}, holdings_of(home / "a.npz", corpus), false),
               InputError);
}

TEST_F(CustodyTest, ADamagedLedgerIsNotPassedByPreparingAgain) {
  const std::string path = write(home, "a.txt", "ship sail\ncow barn\n");
  prepared(path, home / "a.npz");
  const std::string whole = test::read_file(home / "a.npz.ledger");
  test::write_file(home / "a.npz.ledger", whole.substr(0, whole.size() - 5));
  EXPECT_THROW(prepared(path, away / "b.npz"), InputError);
  EXPECT_FALSE(std::filesystem::exists(away / "b.npz"));
  // Who gives it up says so by removing it; what other programs keep is none of our business.
  std::filesystem::remove(home / "a.npz.ledger");
  write(away, "books.ledger", "2026-01-31 * rent 700\n");
  EXPECT_NO_THROW(prepared(path, away / "b.npz"));
}

TEST_F(CustodyTest, RowsOfAPreparedCorpusAreKnownWithoutTheirFileBeforeTheFirstRun) {
  const Corpus corpus = prepared(write(home, "a.txt", "ship sail\ncow barn\n"), home / "a.npz");
  EXPECT_EQ(ledger_place({}, {.path = "", .marks = document_marks(corpus)}).path,
            home / "a.npz.ledger");
}

TEST_F(CustodyTest, RowsInOtherWordsAreKnownAsTheyCameAndAsTheyAre) {
  const auto list = [](std::vector<std::string> words) {
    return Vocabulary(std::move(words), VocabularyOrigin::kPublic);
  };
  const Corpus corpus(list({"kite", "wind", "rope", "tail"}), {0, 3, 6}, {0, 2, 3, 1, 2, 3},
                      {1, 2, 1, 3, 1, 2}, Preparation(), "test");
  const Corpus fewer = matched_to(corpus, list({"wind", "kite", "rope"}));
  const Corpus fewest = matched_to(fewer, list({"wind", "kite"}));
  const LedgerOptions named{.ledger = home / "x.ledger"};
  open_ledger(named, {.path = "", .marks = row_marks(fewer)}, false).charge("a", one());
  EXPECT_EQ(ledger_place({}, holdings_of("", corpus)).path, "");
  EXPECT_EQ(ledger_place({}, holdings_of("", fewer)).path, home / "x.ledger");
  EXPECT_EQ(ledger_place({}, holdings_of("", fewest)).path, "");
  open_ledger({}, holdings_of("", fewer), false).charge("b", one());
  for (const Corpus* known : {&corpus, &fewer, &fewest})
    EXPECT_EQ(ledger_place({}, holdings_of("", *known)).path, home / "x.ledger");
}

TEST_F(CustodyTest, RowsOfTextsAreKnownWithoutTheirFileFromTheFirstRunOn) {
  const std::string path = write(home, "a.txt", "ship sail\ncow barn\n");
  const Corpus corpus = open_corpus(path);
  const Holdings memory{.path = "", .marks = row_marks(corpus)};
  EXPECT_EQ(ledger_place({}, memory).path, "");
  open_ledger({}, holdings_of(path, corpus), false).charge("a", one());
  EXPECT_EQ(ledger_place({}, memory).path, home / "a.txt.ledger");
}

TEST_F(CustodyTest, WhatTheProcessCountedGoesIntoTheLedgerThatIsNamedOrStarted) {
  const auto total = [](const std::string& path) {
    return Ledger::read(path).total(Unit::kWord, View::kTopicsAndCounts).epsilon;
  };
  const Holdings memory{.path = "", .marks = {101, 102}};
  open_ledger({}, memory, false).charge("a", one());
  open_ledger({.ledger = home / "x.ledger"}, memory, false).charge("b", one());
  EXPECT_NEAR(total(home / "x.ledger"), 2, 1e-9);
  EXPECT_EQ(open_ledger({}, memory, false).path(), home / "x.ledger");

  const std::string path = write(home, "a.txt", "tram shop\nlamp lamp\n");
  open_ledger({}, {.path = "", .marks = document_marks(open_corpus(path))}, false)
      .charge("c", one());
  prepared(path, home / "a.npz");
  EXPECT_NEAR(total(home / "a.npz.ledger"), 1, 1e-9);
}

TEST_F(CustodyTest, ACopyThatKnowsFewerDocumentsIsTheOlderOne) {
  prepared(write(home, "n.txt", "ship sail\ncow barn\n"), home / "n.npz");
  Ledger(home / "n.npz.ledger").limit({.epsilon = 3});
  std::filesystem::copy_file(home / "n.npz.ledger", home / "a-backup.ledger");
  const std::string later = write(home, "later.txt", "tram shop\nlamp tram\n");
  prepared(later, home / "later.npz", {.ledger = home / "n.npz.ledger"});
  EXPECT_EQ(place_of(later), home / "n.npz.ledger");
  const Holdings data = holdings_of(later, open_corpus(later));
  EXPECT_THROW(open_ledger({.no_ledger = true}, data, false), BudgetExhausted);
  // The copy is not written to in its place.
  const Holdings corpus = holdings_at(home / "n.npz");
  EXPECT_THROW(ledger_place({.ledger = home / "a-backup.ledger"}, corpus), InputError);
}

TEST_F(CustodyTest, RawTextsAreKnownByTheirDocuments) {
  const std::string text = "ship sail\ncow barn\n";
  const std::string path = write(home, "a.txt", text);
  EXPECT_EQ(place_of(path), home / "a.txt.ledger");
  prepared(path, away / "a.npz");
  EXPECT_EQ(place_of(path), away / "a.npz.ledger");
}

TEST_F(CustodyTest, WhoeverNamesAnotherLedgerDoesNotPassByABudget) {
  const std::string text = "ship sail\ncow barn\n";
  const std::string path = write(home, "a.txt", text);
  const Corpus corpus = prepared(path, home / "a.npz");
  const LedgerOptions other{.ledger = away / "x.ledger"};
  EXPECT_EQ(ledger_place(other, holdings_of(path, open_corpus(path))).path, away / "x.ledger");
  Ledger(home / "a.npz.ledger").limit({.epsilon = 3});
  EXPECT_THROW(ledger_place(other, holdings_of(path, open_corpus(path))), BudgetExhausted);
  EXPECT_THROW(open_ledger({.no_ledger = true}, holdings_of(home / "a.npz", corpus), false),
               BudgetExhausted);
  EXPECT_NO_THROW(open_ledger({.no_ledger = true}, holdings_of(home / "a.npz", corpus), true));
  EXPECT_THROW(prepared(path, away / "b.npz", {.no_ledger = true}), BudgetExhausted);
}

TEST_F(CustodyTest, DocumentsInMemoryAddUpInTheProcessWhereTheyOverlap) {
  const std::vector<std::uint64_t> first = {1, 2, 3};
  const std::vector<std::uint64_t> second = {3, 4};
  const std::vector<std::uint64_t> others = {7, 8};
  Ledger a(process_account(first));
  a.charge("a", one());
  Ledger b(process_account(others));
  b.charge("b", one());
  const auto total = [](const Ledger& ledger) {
    return ledger.total(Unit::kWord, View::kTopicsAndCounts).epsilon;
  };
  EXPECT_NEAR(total(b), 1, 1e-9);
  Ledger c(process_account(second));
  c.charge("c", one());
  EXPECT_NEAR(total(c), 2, 1e-9);
  // What two accounts have in common makes them one, for those who hold them already, too.
  Ledger d(process_account(std::vector<std::uint64_t>{4, 8}));
  d.charge("d", one());
  EXPECT_NEAR(total(d), 4, 1e-9);
  Charge next = one();
  next.first = 2;
  a.charge("a", next);
  EXPECT_NEAR(total(a), 5, 1e-9);
  EXPECT_EQ(a.entries().size(), 5);  // each once
  // And all that either knew is known to both.
  EXPECT_NEAR(total(Ledger(process_account(std::vector<std::uint64_t>{1}))), 5, 1e-9);
  EXPECT_NEAR(total(Ledger(process_account(std::vector<std::uint64_t>{7}))), 5, 1e-9);
}

}  // namespace
}  // namespace dplda
