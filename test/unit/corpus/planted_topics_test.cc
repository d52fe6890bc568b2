#include "corpus/planted_topics.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "reference/errors.h"
#include "reference/temporary.h"

namespace dplda {
namespace {

TEST(PlantedTopics, SavedAndLoadedAreTheSame) {
  const test::TemporaryDirectory directory;
  const PlantedTopics topics{planted_topic("a \"quoted\" name", false, {{"rare", 1}, {"often", 3}}),
                             planted_topic("filler", true, {{"bär", 0.1}, {"never", 0}})};
  AtomicFile file(directory / "t.json");
  write_planted_topics(topics, file);
  file.commit();
  const PlantedTopics again = load_planted_topics(directory / "t.json");
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].name, topics[0].name);
  EXPECT_FALSE(again[0].filler);
  EXPECT_EQ(again[0].words,
            (std::vector<std::pair<std::string, double>>{{"often", 0.75}, {"rare", 0.25}}));
  EXPECT_TRUE(again[1].filler);
  EXPECT_EQ(again[1].words, (std::vector<std::pair<std::string, double>>{{"bär", 1}}));
}

TEST(PlantedTopics, AnythingElseIsRefusedInOneSentence) {
  const test::TemporaryDirectory directory;
  const std::string start = R"({"format":"dplda-planted-topics","version":1,"topics":)";
  for (const std::string& text :
       {std::string(""), std::string("{"), std::string("[]"), std::string("{\"format\":3}"),
        std::string(R"({"format":"dplda-planted-topics","version":2,"topics":[]})"), start + "3}",
        start + "[]}", start + "[3]}", start + R"([{"name":3,"words":{"a":1}}]})",
        start + R"([{"name":"x"}]})", start + R"([{"name":"x","words":{}}]})",
        start + R"([{"name":"x","words":{"a":-1}}]})",
        start + R"([{"name":"x","words":{"a":"1"}}]})",
        start + R"([{"name":"x","filler":1,"words":{"a":1}}]})",
        start + R"([{"name":"x","filler":true,"words":{"a":1}}]})"}) {
    test::write_file(directory / "t.json", text);
    const std::string message =
        test::input_error([&] { load_planted_topics(directory / "t.json"); });
    EXPECT_NE(message.find("t.json"), std::string::npos) << text;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  EXPECT_THROW(load_planted_topics(directory / "none.json"), InputError);
}

TEST(PlantedTopics, StandBesideTheirOutput) {
  EXPECT_EQ(planted_topics_path("notes.txt"), "notes.topics.json");
  EXPECT_EQ(planted_topics_path("a.b/notes"), "a.b/notes.topics.json");
}

}  // namespace
}  // namespace dplda
