#include "corpus/prepare.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Words = std::vector<std::string>;
using Counts = std::map<std::string, int>;

PrepareOptions in_format(const std::string& format) {
  PrepareOptions options;
  options.reading.format = format;
  return options;
}

PrepareOptions with_word_list(const std::string& path) {
  PrepareOptions options;
  options.reading.word_list = path;
  return options;
}

PrepareOptions with_lines_up_to(std::int64_t bytes) {
  PrepareOptions options;
  options.reading.limits.longest = bytes;
  return options;
}

PrepareOptions with_bad_bytes_replaced() {
  PrepareOptions options;
  options.reading.limits.invalid_utf8 = InvalidUtf8::kReplace;
  return options;
}

class Prepare : public testing::Test {
 protected:
  std::string write(std::string_view name, std::string_view bytes) const {
    test::write_file(directory / name, bytes);
    return directory / name;
  }
  Corpus prepared(const std::string& input, const PrepareOptions& options = {}) {
    summary = prepare({input}, options, directory / "out.npz");
    return Corpus::load(directory / "out.npz");
  }
  // The error of a preparation, which must leave nothing behind.
  std::string error(const std::vector<std::string>& inputs, const PrepareOptions& options = {}) {
    const std::size_t before = directory.entries();
    std::string message =
        test::input_error([&] { prepare(inputs, options, directory / "never.npz"); });
    EXPECT_NE(message, "");
    EXPECT_EQ(directory.entries(), before);
    return message;
  }

  test::TemporaryDirectory directory;
  PrepareSummary summary;
};

Counts named_counts(const Corpus& corpus, std::uint64_t document) {
  Counts counts;
  const Bag bag = corpus.document(document);
  for (std::size_t i = 0; i < bag.words.size(); ++i)
    counts[corpus.vocabulary().word(static_cast<std::uint32_t>(bag.words[i]))] = bag.counts[i];
  return counts;
}

constexpr std::string_view kPets =
    "The dog saw the cat.\n\nA cat, a cat and no dog?\nthe and\nBird! Dogs' birds\n";

constexpr std::string_view kUci = "3\n4\n5\n1 2 3\n1 4 1\n3 2 1\n3 3 2\n3 4 1\n";
constexpr std::string_view kUciWords = "zebra\nyak\nxerus\nwolf\n";

TEST_F(Prepare, TextBecomesBagsOverAnAlphabeticalVocabulary) {
  const Corpus corpus = prepared(write("pets.txt", kPets));
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"bird", "birds", "cat", "dog", "dogs", "saw"}));
  EXPECT_EQ(corpus.vocabulary().origin(), VocabularyOrigin::kData);
  ASSERT_EQ(corpus.documents(), 5u);
  EXPECT_EQ(named_counts(corpus, 0), (Counts{{"cat", 1}, {"dog", 1}, {"saw", 1}}));
  EXPECT_EQ(named_counts(corpus, 1), Counts{});
  EXPECT_EQ(named_counts(corpus, 2), (Counts{{"cat", 2}, {"dog", 1}}));
  EXPECT_EQ(named_counts(corpus, 3), Counts{});
  EXPECT_EQ(named_counts(corpus, 4), (Counts{{"bird", 1}, {"birds", 1}, {"dogs", 1}}));
}

TEST_F(Prepare, TheSummaryCountsWhatWasWrittenAndLeftOut) {
  const Corpus corpus = prepared(write("pets.txt", kPets), {.max_words = 2});
  EXPECT_EQ(summary.documents, 5u);
  EXPECT_EQ(summary.words, 2u);
  EXPECT_EQ(summary.tokens, corpus.tokens());
  EXPECT_EQ(summary.pairs, corpus.pairs());
  EXPECT_EQ(summary.tokens, 5u);
  EXPECT_EQ(summary.pairs, 4u);
  EXPECT_EQ(summary.empty_documents, 3u);
  EXPECT_EQ(summary.stop_words, 6u);  // the, the, and, no, the, and; "a" is too short to be one
  EXPECT_EQ(summary.left_out, 4u);
  EXPECT_EQ(summary.format, "text");
}

TEST_F(Prepare, StemsMergeWords) {
  const Corpus corpus = prepared(write("pets.txt", kPets), {.stem = "english"});
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"bird", "cat", "dog", "saw"}));
  EXPECT_EQ(named_counts(corpus, 4), (Counts{{"bird", 2}, {"dog", 1}}));
}

TEST_F(Prepare, BinaryCountsAWordOnceADocument) {
  const Corpus corpus = prepared(write("pets.txt", kPets), {.stem = "english", .binary = true});
  EXPECT_EQ(named_counts(corpus, 2), (Counts{{"cat", 1}, {"dog", 1}}));
  EXPECT_EQ(named_counts(corpus, 4), (Counts{{"bird", 1}, {"dog", 1}}));
}

TEST_F(Prepare, AListFixesTheVocabularyAndIsPublic) {
  const std::string list = write("list.txt", "Dog\ncat\nunicorn\nthe\n");
  const Corpus corpus = prepared(write("pets.txt", kPets), {.vocab = list});
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"dog", "cat", "unicorn"}));
  EXPECT_EQ(corpus.vocabulary().origin(), VocabularyOrigin::kPublic);
  EXPECT_EQ(named_counts(corpus, 0), (Counts{{"cat", 1}, {"dog", 1}}));
  EXPECT_EQ(summary.left_out, 4u);
  EXPECT_EQ(summary.list_left_out, 1u);
}

TEST_F(Prepare, TheOtherWordStandsForWhatIsOutsideTheVocabulary) {
  const std::string pets = write("pets.txt", kPets);
  const std::string list = write("list.txt", "dog\n");
  const Corpus listed = prepared(pets, {.vocab = list, .other_word = true});
  EXPECT_EQ(listed.vocabulary().words(), (Words{"dog", "<other>"}));
  EXPECT_EQ(named_counts(listed, 0), (Counts{{"dog", 1}, {"<other>", 2}}));
  EXPECT_EQ(named_counts(listed, 3), Counts{});  // stop words are no words
  const Corpus pruned = prepared(pets, {.max_words = 1, .other_word = true});
  EXPECT_EQ(pruned.vocabulary().words(), (Words{"cat", "<other>"}));
  EXPECT_EQ(named_counts(pruned, 4), (Counts{{"<other>", 3}}));
  const Corpus once = prepared(pets, {.max_words = 1, .binary = true, .other_word = true});
  EXPECT_EQ(named_counts(once, 4), (Counts{{"<other>", 1}}));
}

TEST_F(Prepare, CountsKeepTheirOwnOrderAndWordsThatNeverOccur) {
  write("vocab.zoo.txt", kUciWords);
  const std::string zoo = write("docword.zoo.txt", kUci);
  const Corpus corpus = prepared(zoo, {.assume_public_vocab = true});
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"zebra", "yak", "xerus", "wolf"}));
  EXPECT_EQ(corpus.vocabulary().origin(), VocabularyOrigin::kAssumedPublic);
  ASSERT_EQ(corpus.documents(), 3u);
  EXPECT_EQ(named_counts(corpus, 0), (Counts{{"yak", 3}, {"wolf", 1}}));
  EXPECT_EQ(named_counts(corpus, 1), Counts{});
  EXPECT_EQ(prepared(zoo, {.min_df = 1}).vocabulary().words(), (Words{"yak", "xerus", "wolf"}));
  EXPECT_EQ(prepared(zoo, {.max_words = 1}).vocabulary().words(), Words{"yak"});  // tie with wolf
}

TEST_F(Prepare, AListSelectsAmongTheWordsOfCounts) {
  write("vocab.zoo.txt", kUciWords);
  const std::string zoo = write("docword.zoo.txt", kUci);
  const std::string list = write("list.txt", "wolf\nunicorn\nzebra\n");
  const Corpus corpus = prepared(zoo, {.vocab = list, .other_word = true});
  EXPECT_EQ(corpus.vocabulary().words(), (Words{"wolf", "unicorn", "zebra", "<other>"}));
  EXPECT_EQ(named_counts(corpus, 0), (Counts{{"wolf", 1}, {"<other>", 3}}));
  EXPECT_EQ(named_counts(corpus, 2), (Counts{{"wolf", 1}, {"<other>", 3}}));
  EXPECT_EQ(prepared(zoo, {.vocab = list}).tokens(), 2u);
  EXPECT_EQ(summary.left_out, 6u);
}

TEST_F(Prepare, SeveralTextsAreOneCorpus) {
  const std::string text = write("a.txt", "one fish\n");
  const std::string table = write("b.csv", "id,text\n1,two fish\n");
  std::filesystem::create_directories(directory / "folder");
  write("folder/c", "red\nfish");
  prepare({text, table, directory / "folder"}, {}, directory / "out.npz");
  const Corpus corpus = Corpus::load(directory / "out.npz");
  EXPECT_EQ(corpus.documents(), 3u);
  EXPECT_EQ(named_counts(corpus, 2), (Counts{{"fish", 1}, {"red", 1}}));
}

TEST_F(Prepare, ErrorsAreOneSentenceAndLeaveNothingBehind) {
  const std::string pets = write("pets.txt", kPets);
  const std::string empty = write("empty.txt", "");
  EXPECT_EQ(error({empty}), empty + ": there are no documents");
  EXPECT_NE(error({write("stop.txt", "the and\n")}).find("no word is left"), std::string::npos);
  EXPECT_NE(error({pets}, {.min_df = 4}).find("`min-df`"), std::string::npos);
  EXPECT_NE(error({directory / "absent"}).find("absent"), std::string::npos);
  EXPECT_NE(error({pets}, in_format("pdf")).find("`format`"), std::string::npos);
  EXPECT_NE(error({pets}, {.stem = "klingon"}).find("`stem`"), std::string::npos);
  EXPECT_NE(error({pets}, {.max_words = 3, .vocab = pets}).find("`vocab`"), std::string::npos);
  EXPECT_NE(error({pets}, with_lines_up_to(5)).find("pets.txt line 1"), std::string::npos);
  EXPECT_NE(error({pets}, in_format("csv")).find("columns named here"), std::string::npos);
  EXPECT_NE(error({pets}, with_word_list(pets)).find("`word-list`"), std::string::npos);
  const std::string latin = write("latin.txt", "fine\nb\xE9te\n");
  EXPECT_EQ(
      error({latin}),
      latin + " line 2: not valid UTF-8; save the file as UTF-8 or pass `invalid-utf8 replace`");
  EXPECT_EQ(prepared(latin, with_bad_bytes_replaced()).vocabulary().words(), (Words{"fine", "te"}));
  write("vocab.zoo.txt", kUciWords);
  const std::string zoo = write("docword.zoo.txt", kUci);
  EXPECT_NE(error({zoo}, {.stem = "english"}).find("`stem`"), std::string::npos);
  EXPECT_NE(error({pets, zoo}).find("one such input"), std::string::npos);
}

TEST_F(Prepare, OpenCorpusTakesAFileOrPreparesTheRest) {
  const std::string pets = write("pets.txt", kPets);
  const Corpus saved = prepared(pets, {.max_words = 2});
  EXPECT_EQ(open_corpus(directory / "out.npz").digest(), saved.digest());
  EXPECT_EQ(open_corpus(pets, {.max_words = 2}).digest(), saved.digest());
}

void expect_equal(const Corpus& a, const Corpus& b) {
  EXPECT_EQ(a.digest(), b.digest());
  EXPECT_EQ(a.vocabulary().origin(), b.vocabulary().origin());
  EXPECT_EQ(a.preparation(), b.preparation());
}

TEST_F(Prepare, TextsInMemoryMakeTheCorpusOfTheSameLines) {
  const Words texts = {"The dog saw the cat.",
                       "",
                       "A cat, a cat and no dog?",
                       "the and\r",
                       "\xEF\xBB\xBF"
                       "Caf\xC3\xA9 dogs' birds",
                       "caf\xE9 cat"};
  std::string lines;
  for (const std::string& text : texts) lines.append(text).push_back('\n');
  const std::string path = write("pets.txt", lines);
  const std::string list = write("list.txt", "cat\nyak\n");
  const std::string stop = write("stop.txt", "dog\n");
  for (PrepareOptions options :
       {PrepareOptions{}, PrepareOptions{.stop_words = stop, .stem = "english", .min_df = 2},
        PrepareOptions{.max_words = 2, .binary = true, .other_word = true},
        PrepareOptions{.vocab = list, .other_word = true},
        PrepareOptions{.min_length = 4, .assume_public_vocab = true}}) {
    options.reading.format = "text";
    options.reading.limits.invalid_utf8 = InvalidUtf8::kReplace;
    const Corpus corpus = prepared_texts(texts, options);
    EXPECT_EQ(corpus.documents(), 6u);
    expect_equal(corpus, prepared(path, options));
  }
}

TEST_F(Prepare, ATextInMemoryIsADocumentWhateverItHolds) {
  const Words texts = {"text,label\n\"dog\",1\n", "{\"text\": \"cat\"}"};  // or csv, ndjson
  const Corpus corpus = prepared_texts(texts);
  ASSERT_EQ(corpus.documents(), 2u);
  EXPECT_EQ(named_counts(corpus, 0), (Counts{{"dog", 1}, {"label", 1}, {"text", 1}}));
  EXPECT_EQ(named_counts(corpus, 1), (Counts{{"cat", 1}, {"text", 1}}));
  EXPECT_EQ(corpus.preparation().format, "text");
}

TEST_F(Prepare, ErrorsNameATextInMemoryByItsNumber) {
  const auto thrown = [](const Words& texts, const PrepareOptions& options = {}) {
    return test::input_error([&] { prepared_texts(texts, options); });
  };
  EXPECT_EQ(thrown({"dog", "caf\xE9"}), "text 2 is not valid UTF-8");
  EXPECT_EQ(thrown({"dog", "cats"}, with_lines_up_to(3)), "text 2 is longer than 3 bytes");
  EXPECT_EQ(thrown({}), "memory: there are no documents");
  EXPECT_NE(thrown({"the"}).find("no word is left"), std::string::npos);
  EXPECT_NE(thrown({"dog"}, in_format("uci")).find("`format uci`"), std::string::npos);
  EXPECT_NE(thrown({"dog"}, with_word_list("w")).find("`word-list`"), std::string::npos);
  EXPECT_NE(thrown({"dog"}, {.min_length = 0}).find("min-length"), std::string::npos);
}

TEST_F(Prepare, NewTextIsCutAsTheRecordSays) {
  const std::string stop = write("stop.txt", "Dogs\n");
  const Corpus trained =
      prepared(write("pets.txt", kPets),
               {.stop_words = stop, .stem = "english", .min_length = 3, .max_words = 3});
  std::filesystem::remove(stop);
  ASSERT_EQ(trained.vocabulary().words(), (Words{"and", "cat", "dog"}));
  const std::string fresh = write("new.txt", "Dogs, cats and a dog in the house\nof\n");
  std::uint64_t dropped = 0;
  const Corpus matched =
      open_corpus_for(fresh, trained.vocabulary(), trained.preparation(), &dropped);
  EXPECT_TRUE(matched.vocabulary() == trained.vocabulary());
  EXPECT_EQ(named_counts(matched, 0), (Counts{{"and", 1}, {"cat", 1}, {"dog", 1}}));
  EXPECT_EQ(named_counts(matched, 1), Counts{});
  EXPECT_EQ(dropped, 2u);  // the, house
  const std::string blank = write("blank.txt", "\n");
  EXPECT_EQ(open_corpus_for(blank, trained.vocabulary(), trained.preparation()).documents(), 1u);
  write("vocab.zoo.txt", "dog\nyak\nxerus\nwolf\n");
  const std::string zoo = write("docword.zoo.txt", kUci);
  EXPECT_EQ(open_corpus_for(zoo, trained.vocabulary(), trained.preparation()).documents(), 3u);
}

TEST_F(Prepare, ACorpusPreparedAgainKeepsHowItsTextWasCut) {
  prepare({write("pets.txt", kPets)}, {.stem = "english"}, directory / "first.npz");
  const Corpus again = prepared(directory / "first.npz", {.max_words = 2});
  ASSERT_EQ(again.vocabulary().words(), (Words{"cat", "dog"}));
  const Corpus matched =
      open_corpus_for(write("new.txt", "Dogs!\n"), again.vocabulary(), again.preparation());
  EXPECT_EQ(named_counts(matched, 0), (Counts{{"dog", 1}}));
}

TEST_F(Prepare, BinaryRecordsMakeNewDocumentsBinary) {
  const Corpus trained =
      prepared(write("pets.txt", kPets), {.max_words = 1, .binary = true, .other_word = true});
  const Corpus matched = open_corpus_for(write("new.txt", "cat cat dog bird\n"),
                                         trained.vocabulary(), trained.preparation());
  EXPECT_EQ(named_counts(matched, 0), (Counts{{"cat", 1}, {"<other>", 1}}));
}

}  // namespace
}  // namespace dplda
