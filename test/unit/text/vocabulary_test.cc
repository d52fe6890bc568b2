#include "text/vocabulary.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/errors.h"
#include "reference/errors.h"

namespace dplda {
namespace {

std::string error_of(std::vector<std::string> words) {
  return test::input_error(
      [&] { Vocabulary(std::move(words), VocabularyOrigin::kData, "words.txt"); });
}

TEST(Vocabulary, FindsEveryWordAtItsIdAndNoOther) {
  std::vector<std::string> words;
  for (int i = 0; i < 5000; ++i) words.push_back(fmt::format("w{}", i * i));
  const Vocabulary vocabulary(words, VocabularyOrigin::kPublic);
  ASSERT_EQ(vocabulary.size(), 5000u);
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
    EXPECT_EQ(vocabulary.find(words[id]), id);
    EXPECT_EQ(vocabulary.word(id), words[id]);
  }
  EXPECT_EQ(vocabulary.find("w2"), std::nullopt);
  EXPECT_EQ(vocabulary.find(""), std::nullopt);
  EXPECT_EQ(Vocabulary().find("w0"), std::nullopt);
}

TEST(Vocabulary, StaysWholeWhenCopiedAndMoved) {
  Vocabulary first({"sun", "moon"}, VocabularyOrigin::kData);
  const Vocabulary copy = first;
  const Vocabulary moved = std::move(first);
  EXPECT_EQ(copy.find("moon"), 1u);
  EXPECT_EQ(moved.find("moon"), 1u);
  EXPECT_EQ(copy, moved);
  EXPECT_NE(copy, Vocabulary({"moon", "sun"}, VocabularyOrigin::kData));
}

TEST(Vocabulary, RefusesBadWordsByNumberWithoutShowingThem) {
  EXPECT_EQ(error_of({"a", ""}), "words.txt: word 2 is empty");
  EXPECT_EQ(error_of({"a", "b", "a"}), "words.txt: word 3 is the same as word 1");
  EXPECT_EQ(error_of({"\xff"}), "words.txt: word 1 is not valid UTF-8");
  EXPECT_EQ(error_of({std::string("a\0", 2)}), "words.txt: word 1 holds a NUL character");
  EXPECT_EQ(error_of({"a", "A", "\xc3\xa9"}), "");
}

TEST(Vocabulary, OriginsHaveNamesThatReadBack) {
  for (const auto origin : {VocabularyOrigin::kData, VocabularyOrigin::kPublic,
                            VocabularyOrigin::kPrivate, VocabularyOrigin::kAssumedPublic})
    EXPECT_EQ(origin_from_name(name_of(origin)), origin);
  EXPECT_THROW(origin_from_name("secret"), InputError);
}

}  // namespace
}  // namespace dplda
