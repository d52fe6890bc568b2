#include "corpus/word_cut.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "corpus/prepare.h"
#include "corpus/split.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

constexpr VocabularyOrigin kOrigins[] = {VocabularyOrigin::kData, VocabularyOrigin::kPublic,
                                         VocabularyOrigin::kPrivate,
                                         VocabularyOrigin::kAssumedPublic};

Json with_options(const Json& options) { return {{"format", "text"}, {"options", options}}; }

// Of a record as it stands in a file.
WordCut word_cut_of(VocabularyOrigin origin, const Json& record) {
  return word_cut(origin, preparation_from_json(record, origin));
}
VocabularyOrigin claimed_of(VocabularyOrigin origin, const Json& record) {
  return claimed_origin(origin, preparation_from_json(record, origin));
}

TEST(WordCut, IsReadFromTheRecordWhateverTheOrigin) {
  const Json records[] = {
      with_options({{"min_df", 2}}),          with_options({{"max_df", 0.5}}),
      with_options({{"min_df", "damaged"}}),  {{"words_left_out_by_frequency", "exactly"}},
      {{"words_left_out_by_frequency", {1}}}, {{"words_left_out_by_frequency", "unknown"}},
  };
  for (const Json& record : records) {
    for (const VocabularyOrigin origin : kOrigins)
      EXPECT_EQ(word_cut_of(origin, record), WordCut::kExactly) << record << name_of(origin);
  }
}

TEST(WordCut, OfAPrivateVocabularyIsWithNoiseWhateverBecameOfItsWords) {
  Json record = with_options({{"max_words", 0}});
  EXPECT_EQ(word_cut_of(VocabularyOrigin::kPrivate, record), WordCut::kWithNoise);
  record["vocabulary_charges"] = {Json::object()};
  for (const VocabularyOrigin origin : kOrigins)
    EXPECT_EQ(word_cut_of(origin, record), WordCut::kWithNoise);
  record["words_left_out_by_frequency"] = "with noise";
  for (const VocabularyOrigin origin : kOrigins)
    EXPECT_EQ(word_cut_of(origin, record), WordCut::kWithNoise);
  // The most words by noisy frequency; older files say no more than `true`.
  for (const Json& said : {Json("with noise"), Json(true)}) {
    const Json most = {{"options", {{"max_words", 5}}}, {"words_left_out_by_frequency", said}};
    EXPECT_EQ(word_cut_of(VocabularyOrigin::kPrivate, most), WordCut::kWithNoise);
    EXPECT_EQ(word_cut_of(VocabularyOrigin::kAssumedPublic, most), WordCut::kExactly);
  }
}

TEST(WordCut, IsNoneWhereNothingWasLeftOutAndUnknownWordsOfDocumentsCountAsCut) {
  const Json plain = with_options({{"min_df", 0}, {"max_df", 1.0}, {"max_words", 0}});
  for (const VocabularyOrigin origin :
       {VocabularyOrigin::kData, VocabularyOrigin::kPublic, VocabularyOrigin::kAssumedPublic})
    EXPECT_EQ(word_cut_of(origin, plain), WordCut::kNone);
  for (const Json& unknown : {Json::object(), Json()}) {
    EXPECT_EQ(word_cut_of(VocabularyOrigin::kData, unknown), WordCut::kExactly);
    EXPECT_EQ(word_cut_of(VocabularyOrigin::kPublic, unknown), WordCut::kNone);
    EXPECT_EQ(word_cut_of(VocabularyOrigin::kAssumedPublic, unknown), WordCut::kNone);
  }
}

TEST(WordCut, WhatIsWrittenIsReadAgain) {
  for (const WordCut cut : {WordCut::kNone, WordCut::kWithNoise, WordCut::kExactly}) {
    const Preparation written{.options = OptionValues(), .cut = cut};
    EXPECT_EQ(word_cut(VocabularyOrigin::kPublic, written), cut);
    EXPECT_EQ(word_cut_of(VocabularyOrigin::kPublic, to_json(written)), cut);
  }
}

TEST(WordCut, NothingButAStatementMakesCutWordsPublic) {
  const Json cut = with_options({{"min_df", 2}});
  EXPECT_EQ(claimed_of(VocabularyOrigin::kPublic, cut), VocabularyOrigin::kData);
  EXPECT_EQ(claimed_of(VocabularyOrigin::kPrivate, cut), VocabularyOrigin::kData);
  EXPECT_EQ(claimed_of(VocabularyOrigin::kData, cut), VocabularyOrigin::kData);
  EXPECT_EQ(claimed_of(VocabularyOrigin::kAssumedPublic, cut), VocabularyOrigin::kAssumedPublic);
  for (const VocabularyOrigin origin : kOrigins)
    EXPECT_EQ(claimed_of(origin, with_options(Json::object())), origin);
}

// A corpus that was cut and stated to be public, and all that can be made of it.
class CutCorpus : public testing::Test {
 protected:
  CutCorpus() {
    test::write_file(directory / "notes.txt", "dog cat\ndog cat\ndog bird\n");
    test::write_file(directory / "list.txt", "dog\ncat\nbird\n");
    prepare({directory / "notes.txt"}, {.min_df = 2, .assume_public_vocab = true},
            directory / "cut.npz");
  }
  std::string error(const std::vector<std::string>& inputs, const PrepareOptions& options) const {
    return test::input_error([&] { prepare(inputs, options, directory / "never.npz"); });
  }
  WordCut prepared_again(const PrepareOptions& options) const {
    prepare({directory / "cut.npz"}, options, directory / "again.npz");
    return word_cut(Corpus::load(directory / "again.npz"));
  }

  test::TemporaryDirectory directory;
};

TEST_F(CutCorpus, BecomesNoPublicListByALaterPreparation) {
  const PrepareOptions listed{.vocab = directory / "list.txt"};
  EXPECT_NE(error({directory / "cut.npz"}, listed).find("no list undoes that"), std::string::npos);
  // Nor among others, nor by a step in between.
  EXPECT_NE(error({directory / "notes.txt", directory / "cut.npz"}, listed).find("no list undoes"),
            std::string::npos);
  for (const PrepareOptions& between :
       {PrepareOptions{}, PrepareOptions{.assume_public_vocab = true},
        PrepareOptions{.binary = true, .other_word = true}, PrepareOptions{.max_words = 1}}) {
    EXPECT_EQ(prepared_again(between), WordCut::kExactly);
    EXPECT_NE(error({directory / "again.npz"}, listed).find("no list undoes"), std::string::npos);
  }
}

TEST_F(CutCorpus, IsKnownInItsPartsAndInOtherWords) {
  const Corpus corpus = Corpus::load(directory / "cut.npz");
  ASSERT_EQ(word_cut(corpus), WordCut::kExactly);
  EXPECT_EQ(word_cut(selected(corpus, split_at(3, 2).train)), WordCut::kExactly);
  EXPECT_EQ(word_cut(binarised(corpus)), WordCut::kExactly);
  const Vocabulary list({"dog", "cat", "bird"}, VocabularyOrigin::kPublic);
  const Corpus matched = matched_to(corpus, list);
  EXPECT_EQ(word_cut(matched), WordCut::kExactly);
  EXPECT_EQ(claimed_origin(matched), VocabularyOrigin::kData);
  EXPECT_EQ(word_cut(open_corpus_for(directory / "cut.npz", list, Preparation())),
            WordCut::kExactly);
  matched.save(directory / "matched.npz");
  EXPECT_EQ(word_cut(Corpus::load(directory / "matched.npz")), WordCut::kExactly);
  EXPECT_NE(error({directory / "matched.npz"}, {.vocab = directory / "list.txt"})
                .find("no list undoes that"),
            std::string::npos);
  // New text in the words of a model that was cut has lost nothing to other documents.
  EXPECT_EQ(word_cut(open_corpus_for(directory / "notes.txt", list, corpus.preparation())),
            WordCut::kNone);
}

TEST_F(CutCorpus, TextsInMemoryAreNotTakenForAFileOfThatName) {
  const std::vector<std::string> texts = {"dog cat", "bird"};
  EXPECT_EQ(word_cut(prepared_texts(texts, {.assume_public_vocab = true})), WordCut::kNone);
  EXPECT_EQ(word_cut(prepared_texts(texts, {.max_words = 1, .assume_public_vocab = true})),
            WordCut::kExactly);
}

}  // namespace
}  // namespace dplda
