#include "corpus/corpus.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/errors.h"
#include "reference/errors.h"

namespace dplda {
namespace {

using Ids = std::vector<std::int32_t>;
using Offsets = std::vector<std::int64_t>;

Vocabulary vocabulary_of(std::vector<std::string> words) {
  return {std::move(words), VocabularyOrigin::kData};
}

Corpus corpus_of(Offsets offsets, Ids words, Ids counts) {
  return {vocabulary_of({"earth", "moon", "sun"}),
          std::move(offsets),
          std::move(words),
          std::move(counts),
          {.format = "uci"},
          "x.npz"};
}

std::string error_of(Offsets offsets, Ids words, Ids counts) {
  return test::input_error(
      [&] { corpus_of(std::move(offsets), std::move(words), std::move(counts)); });
}

Ids words_of(const Corpus& corpus, std::uint64_t document) {
  const auto words = corpus.document(document).words;
  return {words.begin(), words.end()};
}

Ids counts_of(const Corpus& corpus, std::uint64_t document) {
  const auto counts = corpus.document(document).counts;
  return {counts.begin(), counts.end()};
}

TEST(Corpus, KnowsItsSizesAndDocuments) {
  Corpus first = corpus_of({0, 2, 2, 3}, {0, 2, 1}, {1, 4, 2});
  const Corpus corpus = std::move(first);
  EXPECT_EQ(corpus.documents(), 3u);
  EXPECT_EQ(corpus.words(), 3u);
  EXPECT_EQ(corpus.tokens(), 7u);
  EXPECT_EQ(corpus.pairs(), 3u);
  EXPECT_EQ(words_of(corpus, 0), (Ids{0, 2}));
  EXPECT_EQ(counts_of(corpus, 0), (Ids{1, 4}));
  EXPECT_EQ(corpus.document(0).tokens(), 5u);
  EXPECT_TRUE(corpus.document(1).words.empty());
  EXPECT_EQ(words_of(corpus, 2), (Ids{1}));
}

TEST(Corpus, RefusesWhatIsNoCorpus) {
  EXPECT_EQ(error_of({0}, {}, {}), "");
  const std::string offsets = "x.npz: the documents' offsets do not fit their words";
  EXPECT_EQ(error_of({}, {}, {}), offsets);
  EXPECT_EQ(error_of({1, 2}, {0, 1}, {1, 1}), offsets);
  EXPECT_EQ(error_of({0, 3}, {0, 1}, {1, 1}), offsets);
  EXPECT_EQ(error_of({0, 2, 1, 2}, {0, 1}, {1, 1}), offsets);
  EXPECT_EQ(error_of({0, -1, 2}, {0, 1}, {1, 1}), offsets);
  EXPECT_EQ(error_of({0, 2}, {0, 1}, {1}), offsets);
  EXPECT_EQ(error_of({0, 1, 3}, {0, 1, 1}, {1, 1, 1}),
            "x.npz: document 2 has word ids that do not ascend");
  EXPECT_EQ(error_of({0, 2}, {0, 3}, {1, 1}),
            "x.npz: document 1 has a word that is not in the vocabulary");
  EXPECT_EQ(error_of({0, 2}, {-1, 1}, {1, 1}),
            "x.npz: document 1 has a word that is not in the vocabulary");
  EXPECT_EQ(error_of({0, 2}, {0, 1}, {1, 0}),
            "x.npz: document 1 has a word that occurs less than once");
  EXPECT_EQ(error_of({0, 2}, {0, 1}, {-5, 1}),
            "x.npz: document 1 has a word that occurs less than once");
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(error_of({0, 1}, {0}, {kMost}), "");
  EXPECT_EQ(error_of({0, 2}, {0, 1}, {kMost, 1}), "x.npz: document 1 has 2^31 tokens or more");
}

TEST(Corpus, DigestChangesWithAnyPart) {
  const std::string digest = corpus_of({0, 2, 3}, {0, 2, 1}, {1, 4, 2}).digest();
  EXPECT_EQ(corpus_of({0, 2, 3}, {0, 2, 1}, {1, 4, 2}).digest(), digest);
  EXPECT_NE(corpus_of({0, 1, 3}, {0, 1, 2}, {1, 4, 2}).digest(), digest);
  EXPECT_NE(corpus_of({0, 2, 3}, {0, 1, 1}, {1, 4, 2}).digest(), digest);
  EXPECT_NE(corpus_of({0, 2, 3}, {0, 2, 1}, {1, 4, 3}).digest(), digest);
  EXPECT_NE(corpus_of({0, 2, 3, 3}, {0, 2, 1}, {1, 4, 2}).digest(), digest);
  const Corpus renamed(vocabulary_of({"earth", "moon", "star"}), {0, 2, 3}, {0, 2, 1}, {1, 4, 2},
                       {}, "x");
  EXPECT_NE(renamed.digest(), digest);
}

TEST(Corpus, BinarisedHasEveryCountOne) {
  const Corpus corpus = binarised(corpus_of({0, 2, 3}, {0, 2, 1}, {1, 4, 2}));
  EXPECT_EQ(corpus.tokens(), 3u);
  EXPECT_EQ(words_of(corpus, 0), (Ids{0, 2}));
  EXPECT_EQ(counts_of(corpus, 1), (Ids{1}));
}

TEST(Corpus, MatchingRenumbersBySpellingAndCountsWhatIsLeftOut) {
  const Corpus corpus = corpus_of({0, 3, 3, 4}, {0, 1, 2, 1}, {1, 4, 2, 8});
  std::uint64_t dropped = 99;
  const Corpus matched = matched_to(corpus, vocabulary_of({"sun", "star", "earth"}), &dropped);
  EXPECT_EQ(matched.documents(), 3u);
  EXPECT_EQ(words_of(matched, 0), (Ids{0, 2}));
  EXPECT_EQ(counts_of(matched, 0), (Ids{2, 1}));
  EXPECT_TRUE(matched.document(2).words.empty());
  EXPECT_EQ(dropped, 12u);
}

TEST(Corpus, MatchingKeepsUnknownWordsAsTheOtherWordWhereThereIsOne) {
  const Corpus corpus = corpus_of({0, 3}, {0, 1, 2}, {1, 4, 2});
  std::uint64_t dropped = 99;
  const Corpus matched =
      matched_to(corpus, vocabulary_of({std::string(kOtherWord), "moon"}), &dropped);
  EXPECT_EQ(words_of(matched, 0), (Ids{0, 1}));
  EXPECT_EQ(counts_of(matched, 0), (Ids{3, 4}));
  EXPECT_EQ(dropped, 0u);
}

TEST(Corpus, SelectedHasTheListedDocumentsInThatOrder) {
  const Corpus corpus = corpus_of({0, 2, 2, 3}, {0, 2, 1}, {1, 4, 2});
  const Corpus part = selected(corpus, std::vector<std::uint64_t>{2, 0, 2});
  EXPECT_EQ(part.documents(), 3u);
  EXPECT_EQ(words_of(part, 0), (Ids{1}));
  EXPECT_EQ(words_of(part, 1), (Ids{0, 2}));
  EXPECT_EQ(counts_of(part, 1), (Ids{1, 4}));
  EXPECT_EQ(part.tokens(), 9u);
  EXPECT_THROW(selected(corpus, std::vector<std::uint64_t>{3}), InputError);
}

}  // namespace
}  // namespace dplda
