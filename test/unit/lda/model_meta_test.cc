#include "lda/model_meta.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/errors.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

constexpr VocabularyOrigin kPublic = VocabularyOrigin::kPublic;

ModelMeta whole() {
  return {.recipe = "doc",
          .options = {{"topics", 2}},
          .sweeps = 10,
          .batches = {},
          .reports = {},
          .documents = {},
          .interrupted = true,
          .noise_check = NoiseCheck{.checked = true,
                                    .reason = {},
                                    .told_from_noise = {true, false},
                                    .sharpness = {0.5, 0.25},
                                    .threshold = 0.375,
                                    .false_alarm_rate = 0.125,
                                    .made_up_runs = 3},
          .privacy = R"({"private":true})",
          .preparation = {.format = "text"}};
}

TEST(ModelMeta, ComesBackFromAFileAsItWas) {
  EXPECT_EQ(to_json(whole()).dump(),
            R"({"recipe":"doc","options":{"topics":2},"sweeps":10,"interrupted":true,)"
            R"("noise_check":{"checked":true,"told_from_noise":[true,false],)"
            R"("sharpness":[0.5,0.25],"threshold":0.375,"false_alarm_rate":0.125,)"
            R"("made_up_runs":3},"privacy":{"private":true},"preparation":{"format":"text"}})");
  EXPECT_EQ(model_meta_from_json(to_json(whole()), kPublic), whole());
  const ModelMeta stream{.recipe = "online-lp",
                         .batches = 3,
                         .reports = 40,
                         .noise_check = NoiseCheck{.reason = "why"}};
  EXPECT_EQ(model_meta_from_json(to_json(stream), kPublic), stream);
}

TEST(ModelMeta, NamesWhatAFileSaysBeyondIt) {
  Json json = to_json(whole());
  json["format"] = "dplda-model";
  json["software"] = "dplda 9";
  EXPECT_EQ(model_meta_from_json(json, kPublic).foreign, Names());
  EXPECT_EQ(model_meta_from_json(json, kPublic).software, "dplda 9");
  json["note"] = 1;
  json["noise_check"]["note"] = 1;
  json["preparation"]["file"] = "patients.txt";
  json["privacy"]["note"] = 1;  // kept with the record, which privacy/ reads
  const ModelMeta read = model_meta_from_json(json, kPublic);
  EXPECT_EQ(read.foreign, (Names{"noise_check.note", "preparation.file", "note"}));
  EXPECT_EQ(to_json(read).dump().find("patients"), std::string::npos);
}

TEST(ModelMeta, ThatIsDamagedIsRefused) {
  for (const Json& damaged :
       {Json(7), Json{{"sweeps", "ten"}}, Json{{"batches", -1}}, Json{{"options", 7}},
        Json{{"options", {{"topics", {{"a", 1}}}}}}, Json{{"noise_check", true}},
        Json{{"noise_check", {{"checked", false}}}}, Json{{"noise_check", {{"checked", true}}}},
        Json{{"noise_check", {{"checked", true}, {"told_from_noise", {true, 1}}}}},
        Json{{"noise_check", {{"checked", true}, {"told_from_noise", "yes"}}}},
        Json{{"preparation", {{"stop_word_list", 1}}}}}) {
    EXPECT_THROW(model_meta_from_json(damaged, kPublic), InputError) << damaged;
  }
}

}  // namespace
}  // namespace dplda
