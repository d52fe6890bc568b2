#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "corpus/preparation_record.h"
#include "corpus/prepare.h"
#include "privacy/ledger.h"
#include "reference/temporary.h"
#include "small_face.h"

namespace dplda::test {
namespace {

TEST(FaceDocuments, BorrowedAndOwnedRowsAndTokensAreTheSameDocuments) {
  const Arrays arrays;
  const Documents owned =
      Documents::of(arrays.offsets, arrays.words, arrays.counts, arrays.names, WordOrigin::kPublic);
  std::vector<std::vector<std::string>> tokens(kDocuments);
  for (std::size_t m = 0; m < kDocuments; ++m) {
    for (auto i = arrays.offsets[m]; i < arrays.offsets[m + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      tokens[m].insert(tokens[m].end(), static_cast<std::size_t>(arrays.counts[at]),
                       arrays.names[static_cast<std::size_t>(arrays.words[at])]);
    }
  }
  const Documents told = Documents::of_tokens(tokens, arrays.names, WordOrigin::kPublic);
  Settings settings = small("hdp");
  settings.set("target-epsilon", 100).set_key(kKey);
  const std::vector<float> expected = phi_of(fit(arrays.documents(), settings).model);
  EXPECT_EQ(phi_of(fit(owned, settings).model), expected);
  EXPECT_EQ(phi_of(fit(told, settings).model), expected);
  EXPECT_EQ(arrays.documents().rows().words.data(), arrays.words.data()) << "no copy is made";
}

TEST(FaceDocuments, WordsTakenFromDocumentsCannotBeStatedToBePublic) {
  EXPECT_THROW(Documents::of_tokens({{"name"}}, {}, WordOrigin::kPublic), InputError);
  EXPECT_EQ(Documents::of_tokens({{"name"}}, {}, WordOrigin::kDocuments).word_origin(), "data");
}

TEST(FaceDocuments, WordsThatTheDocumentsCutBecomePublicByNoCall) {
  const TemporaryDirectory directory;
  write_file(directory / "notes.txt", "w0 w1\nw0 w1\nw0 w2\n");
  const std::string path = directory / "cut.npz";
  prepare({directory / "notes.txt"}, {.min_df = 2, .assume_public_vocab = true}, path);
  const Documents cut = Documents::open(path);
  cut.save(directory / "saved.npz");
  const Documents saved = Documents::open(directory / "saved.npz");
  Settings contributor = Settings::for_reports();
  contributor.set("epsilon", 2);
  Settings settings = small("doc");
  settings.set("target-epsilon", 1);
  for (const Documents* documents : {&cut, &saved}) {
    EXPECT_EQ(documents->word_origin(), "assumed-public");
    EXPECT_THROW(documents->matched_to(word_list(), WordOrigin::kPublic), InputError);
    EXPECT_THROW(perturb(*documents, contributor), InputError);
    const Documents moved = documents->matched_to(word_list(), WordOrigin::kDocuments);
    EXPECT_THROW(moved.matched_to(word_list(), WordOrigin::kPublic), InputError);
    // Trained on as it is, the assumption is stated with what it leaves uncovered.
    const std::string statement = fit(*documents, settings).model.statement();
    EXPECT_NE(statement.find("chosen by\n    the documents' own frequencies"), std::string::npos)
        << statement;
  }
}

TEST(FaceDocuments, WordsThatWereChosenPrivatelyBecomePublicByNoCall) {
  const TemporaryDirectory directory;
  const Corpus corpus(Vocabulary(word_list(), VocabularyOrigin::kPrivate), {0, 2, 3}, {0, 1, 0},
                      {1, 1, 1}, {.options = OptionValues{{"private_vocab", true}}}, "test");
  corpus.save(directory / "chosen.npz");
  const Documents chosen = Documents::open(directory / "chosen.npz");
  EXPECT_EQ(chosen.word_origin(), "private");
  EXPECT_THROW(chosen.matched_to(word_list(), WordOrigin::kPublic), InputError);
}

TEST(FaceDocuments, BadRowsAreRefused) {
  const std::vector<std::int32_t> twice = {1, 1};
  const std::vector<std::int32_t> ones = {1, 1};
  const auto make = [&](std::vector<std::int64_t> offsets, const std::vector<std::int32_t>& words) {
    return Documents::over(std::move(offsets), words, ones, word_list(), WordOrigin::kPublic);
  };
  EXPECT_THROW(make({0, 2}, twice), InputError);
  EXPECT_THROW(make({0, 2}, {3, kWords}), InputError);
  EXPECT_THROW(make({0, 3}, {3, 4}), InputError);
  EXPECT_THROW(make({}, {3, 4}), InputError);
  EXPECT_NO_THROW(make({0, 2}, {3, 4}));
}

TEST(FaceDocuments, WordsAreMatchedBySpellingWhenDocumentsAreLookedAt) {
  const Arrays arrays;
  const TopicModel model = fit(arrays.documents(), small("cgs")).model;
  std::vector<std::string> turned = arrays.names;
  std::reverse(turned.begin(), turned.end());
  const Documents other = arrays.documents().matched_to(turned, WordOrigin::kPublic);
  EXPECT_EQ(model.infer(other), model.infer(arrays.documents()));
  const Documents foreign =
      Documents::of_tokens({{"elsewhere"}}, {"elsewhere"}, WordOrigin::kPublic);
  EXPECT_THROW(static_cast<void>(model.perplexity(foreign)), InputError);
}

// Notes of three words each, of which the shorter list has two.
class NotesInOtherWords : public testing::Test {
 protected:
  NotesInOtherWords() {
    // Documents that no other test has: what the process counts stays with it.
    static int made = 0;
    ++made;
    std::string text;
    for (int m = 0; m < 20; ++m) text += fmt::format("ship{} tram n{}x{}\n", m % 2, made, m);
    write_file(notes, text);
    settings.set("target-epsilon", 3);
  }
  Documents in_other_words() const {
    return Documents::open(notes).matched_to({"ship0", "ship1"}, WordOrigin::kPublic);
  }
  double spent(const std::string& ledger) const {
    return Ledger::read(ledger).total(Unit::kDocument, View::kCounts).rho;
  }

  TemporaryDirectory directory;
  std::string notes = directory / "notes.txt";
  Settings settings = small("doc");
};

TEST_F(NotesInOtherWords, AreChargedBesideTheFileThatTheyCameFrom) {
  EXPECT_EQ(fit(in_other_words(), settings).ledger_notice, "");
  EXPECT_GT(spent(notes + ".ledger"), 0);
}

TEST_F(NotesInOtherWords, AreKnownToTheLedgerOfTheirTexts) {
  const TemporaryDirectory elsewhere;
  const std::string ledger = elsewhere / "texts.ledger";
  Settings named = settings;
  fit(Documents::open(notes).matched_to({"tram"}, WordOrigin::kPublic),
      named.set("ledger", ledger));
  const double before = spent(ledger);
  fit(in_other_words(), settings);
  EXPECT_GT(spent(ledger), before);
  EXPECT_FALSE(std::filesystem::exists(notes + ".ledger"));
  // A file that is made of them carries its id.
  in_other_words().save(directory / "saved.npz");
  EXPECT_FALSE(std::filesystem::exists(directory / "saved.npz.ledger"));
  EXPECT_EQ(lineage_at(directory / "saved.npz"), Ledger::read(ledger).lineage());
}

// Every document of `arrays` has one word less in it.
std::vector<std::string> shorter_list(const Arrays& arrays) {
  std::vector<std::string> list = arrays.names;
  list.pop_back();
  list.erase(list.begin());
  return list;
}

Documents copy_of(const Documents& documents) {
  const DocumentRows rows = documents.rows();
  return Documents::of(
      {rows.offsets.begin(), rows.offsets.end()}, {rows.words.begin(), rows.words.end()},
      {rows.counts.begin(), rows.counts.end()}, documents.words(), WordOrigin::kPublic);
}

// A budget that one fit uses up.
Settings for_one_fit() {
  Settings settings = small("doc");
  settings.set("target-epsilon", 3).set("budget-epsilon", 3.5);
  return settings;
}

TEST(RowsInMemory, KeepTheirAccountInEveryListOfWords) {
  const Arrays arrays;
  const Documents documents = arrays.documents();
  fit(documents, for_one_fit());
  const Documents shorter = documents.matched_to(shorter_list(arrays), WordOrigin::kPublic);
  EXPECT_THROW(fit(shorter, for_one_fit()), BudgetExhausted);
  const Documents again =
      shorter.matched_to({arrays.names[3], arrays.names[8]}, WordOrigin::kPublic);
  EXPECT_THROW(fit(again, for_one_fit()), BudgetExhausted);
}

// Whichever of the two is seen first, and whether or not it is seen as what it was made from.
TEST(RowsInMemory, AreKnownAsTheyCameAndAsTheyAre) {
  for (const bool copy_first : {false, true}) {
    const Arrays arrays;
    const Documents documents = arrays.documents();
    const Documents shorter = documents.matched_to(shorter_list(arrays), WordOrigin::kPublic);
    const Documents copy = copy_of(shorter);
    fit(copy_first ? copy : shorter, for_one_fit());
    EXPECT_THROW(fit(copy_first ? shorter : copy, for_one_fit()), BudgetExhausted);
    if (copy_first) continue;
    EXPECT_THROW(fit(documents, for_one_fit()), BudgetExhausted);
  }
}

TEST(RowsInMemory, OfListsOfWordsHaveOneAccountWhateverListTheyAreIn) {
  std::vector<std::vector<std::string>> tokens;
  for (int m = 0; m < 40; ++m)
    tokens.push_back({"oak", "elm", m % 2 == 0 ? "ash" : "fir", fmt::format("leaf{}", m)});
  fit(Documents::of_tokens(tokens, {"oak", "ash", "fir"}, WordOrigin::kPublic), for_one_fit());
  const Documents other = Documents::of_tokens(tokens, {"elm", "fir"}, WordOrigin::kPublic);
  EXPECT_THROW(fit(other, for_one_fit()), BudgetExhausted);
}

TEST(RowsInMemory, AreNotPerturbedPastTheBudgetOfTheLedgerThatKnowsThem) {
  const TemporaryDirectory directory;
  const Arrays arrays;
  std::vector<std::string> names;  // that a list can hold
  for (std::size_t i = 0; i < kWords; ++i) names.push_back(fmt::format("pear{}", i));
  const Documents documents =
      Documents::over(arrays.offsets, arrays.words, arrays.counts, names, WordOrigin::kPublic);
  documents.save(directory / "corpus.npz");
  Ledger(directory / "corpus.npz.ledger").limit({.epsilon = 3});
  Settings contributor = Settings::for_reports();
  contributor.set("epsilon", 2);
  EXPECT_THROW(perturb(documents, contributor), BudgetExhausted);
  std::string list;
  for (std::size_t i = 1; i + 1 < kWords; ++i) list += names[i] + "\n";
  write_file(directory / "list", list);
  contributor.set("vocab", directory / "list");
  EXPECT_THROW(perturb(documents, contributor), BudgetExhausted);
  contributor.set("ledger", directory / "other.ledger");
  EXPECT_THROW(perturb(documents, contributor), BudgetExhausted);
}

TEST(FaceDocuments, ReportsAreLearntFromByTheRecipesMadeForThem) {
  const Arrays arrays;
  const ReportSet reports = reports_of(arrays);
  EXPECT_EQ(reports.size(), kDocuments);
  EXPECT_NE(report_cost(reports).find("[unit: presence, view: report]"), std::string::npos);
  EXPECT_TRUE(fit(reports, small("lp")).model.is_private());
  EXPECT_THROW(fit(reports, small("cgs")), InputError);
  EXPECT_THROW(fit(arrays.documents(), small("lp")), InputError);
  Settings contributor = Settings::for_reports();
  EXPECT_THROW(perturb(arrays.documents(), contributor), InputError) << "no epsilon";
  contributor.set("epsilon", 2);
  EXPECT_THROW(perturb(arrays.documents(WordOrigin::kDocuments), contributor), InputError);
  EXPECT_THROW(perturb(arrays.documents(), small("lp")), InputError);
}

}  // namespace
}  // namespace dplda::test
