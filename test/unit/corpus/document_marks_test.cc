#include "corpus/document_marks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "corpus/prepare.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

std::vector<std::uint64_t> marks_of(const std::vector<std::string>& texts) {
  DocumentMarks marks;
  for (const std::string& text : texts) marks.add_text(text);
  return marks.smallest();
}

std::size_t in_common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

std::vector<std::string> notes(int first, int last) {
  std::vector<std::string> texts;
  for (int i = first; i < last; ++i) texts.push_back(fmt::format("note {}", i));
  return texts;
}

TEST(DocumentMarks, AreThoseOfTheTextsInAnyOrderWithoutSpaceAround) {
  EXPECT_EQ(marks_of({"one note", "another"}), marks_of({" another\r\n", "one note"}));
  EXPECT_NE(marks_of({"one note"}), marks_of({"one  note"}));
  EXPECT_TRUE(marks_of({"", " \t "}).empty());
}

TEST(DocumentMarks, StandTwiceWhereSeveralDocumentsAreEqual) {
  const auto twice = marks_of({"one", "one"});
  EXPECT_EQ(twice.size(), 2);
  EXPECT_EQ(marks_of({"one", "one", "one"}), twice);
  // The same after others were dropped on the way.
  std::vector<std::string> many = notes(0, 50000);
  const std::vector<std::string> again = notes(0, 50000);
  many.insert(many.end(), again.begin(), again.end());
  EXPECT_EQ(marks_of(many).size(), 2 * DocumentMarks::kMost);
}

TEST(DocumentMarks, KeepTheSameOnesOfCorporaThatShareDocuments) {
  const auto all = marks_of(notes(0, 100000));
  EXPECT_EQ(all.size(), DocumentMarks::kMost);
  // A tenth of the documents: about a tenth of the marks, 410 with a standard deviation of 19.
  const auto part = marks_of(notes(500, 10500));
  EXPECT_NEAR(static_cast<double>(in_common(all, part)), 410, 100);
  EXPECT_EQ(in_common(all, marks_of(notes(100000, 200000))), 0);
}

TEST(DocumentMarks, OfCountsHangOnWordsNotOnTheirIds) {
  const Corpus corpus(Vocabulary({"a", "b", "c"}, VocabularyOrigin::kPublic), {0, 2, 3}, {0, 2, 1},
                      {1, 2, 3}, Preparation(), "test");
  const Corpus renamed(Vocabulary({"c", "x", "a", "b"}, VocabularyOrigin::kPublic), {0, 1, 3},
                       {3, 0, 2}, {3, 2, 1}, Preparation(), "test");
  EXPECT_EQ(document_marks(corpus), document_marks(renamed));
  const Corpus other(Vocabulary({"a", "b", "c"}, VocabularyOrigin::kPublic), {0, 2, 3}, {0, 2, 1},
                     {2, 1, 4}, Preparation(), "test");
  EXPECT_EQ(in_common(document_marks(corpus), document_marks(other)), 0);
}

TEST(DocumentMarks, OfTextThatIsPreparedInMemoryAreThoseOfTheText) {
  const std::vector<std::string> texts = {"the harbour and the ship", "cows"};
  EXPECT_EQ(document_marks(prepared_texts(texts)), marks_of(texts));
}

TEST(DocumentMarks, OfRowsThatWereChangedAreThoseOfTheRowsThatTheyWere) {
  const Corpus corpus(Vocabulary({"a", "b", "c"}, VocabularyOrigin::kPublic), {0, 2, 4},
                      {0, 2, 1, 2}, {1, 2, 3, 1}, Preparation(), "test");
  const Corpus fewer = matched_to(corpus, Vocabulary({"a", "b"}, VocabularyOrigin::kPublic));
  EXPECT_EQ(in_common(row_marks(fewer), row_marks(corpus)), 0);
  EXPECT_EQ(document_marks(fewer), row_marks(corpus));
  EXPECT_EQ(document_marks(binarised(corpus)), row_marks(corpus));
  // However often, and in parts.
  EXPECT_EQ(document_marks(binarised(fewer)), row_marks(corpus));
  const std::vector<std::uint64_t> second = {1};
  EXPECT_EQ(document_marks(selected(fewer, second)), row_marks(corpus));
  // Rows that are as they were are known by themselves.
  EXPECT_EQ(in_common(document_marks(selected(corpus, second)), row_marks(corpus)), 1);
  EXPECT_EQ(document_marks(selected(corpus, second)).size(), 1);
}

}  // namespace
}  // namespace dplda
