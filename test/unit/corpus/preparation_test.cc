#include "corpus/preparation.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reference/errors.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

constexpr VocabularyOrigin kPublic = VocabularyOrigin::kPublic;

TEST(Preparation, ComesBackFromAFileAsItWas) {
  const Preparation whole{.format = "text",
                          .options = OptionValues{{"min_df", 0}, {"max_df", 1.0}, {"stem", "none"}},
                          .generated = {},
                          .reports = 7,
                          .cut = WordCut::kWithNoise,
                          .stop_words = std::vector<std::string>{"a", "the"},
                          .word_charges = std::vector<std::string>{R"({"kind":"charge"})"},
                          .lineage = "id"};
  EXPECT_EQ(to_json(whole).dump(),
            R"({"format":"text","options":{"min_df":0,"max_df":1.0,"stem":"none"},"reports":7,)"
            R"("words_left_out_by_frequency":"with noise","stop_word_list":["a","the"],)"
            R"("vocabulary_charges":[{"kind":"charge"}],"lineage":"id"})");
  EXPECT_EQ(preparation_from_json(to_json(whole), kPublic), whole);
  const Preparation made{.generated = {{"words", 5}}};
  EXPECT_EQ(preparation_from_json(to_json(made), kPublic), made);
}

TEST(Preparation, OfWhichNothingIsKnownIsEmpty) {
  EXPECT_EQ(to_json(Preparation()).dump(), "{}");
  EXPECT_EQ(preparation_from_json(Json::object(), kPublic), Preparation());
  EXPECT_EQ(preparation_from_json(Json(), kPublic), Preparation());
  EXPECT_EQ(preparation_from_json({{"unknown", 1}, {"options", 7}}, kPublic), Preparation());
}

TEST(Preparation, OfAnOlderFileIsCutByNoiseOnlyWhereItsWordsAre) {
  const Json older = {{"words_left_out_by_frequency", true}};
  EXPECT_EQ(preparation_from_json(older, VocabularyOrigin::kPrivate).cut, WordCut::kWithNoise);
  EXPECT_EQ(preparation_from_json(older, kPublic).cut, WordCut::kExactly);
}

TEST(Preparation, ThatIsDamagedIsRefused) {
  for (const Json& damaged :
       {Json{{"stop_word_list", {1}}}, Json{{"stop_word_list", "the"}},
        Json{{"vocabulary_charges", 7}}, Json{{"lineage", 7}},
        Json{{"options", {{"min_df", nullptr}}}}, Json{{"options", {{"stem", {1}}}}}}) {
    EXPECT_THROW(preparation_from_json(damaged, kPublic), InputError) << damaged;
  }
}

}  // namespace
}  // namespace dplda
