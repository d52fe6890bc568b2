#include "privacy/privacy_record.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/errors.h"
#include "privacy/statement.h"

namespace dplda {
namespace {

using Json = nlohmann::ordered_json;

// A run of hdp that was charged to a ledger.
constexpr const char* kHdp =
    R"({"private":true,"recipe":"hdp","run":{"unit":"word","view":"topics+counts",)"
    R"("pure_epsilon":44.9992906458742,"rho":51.22281994242324,"delta":1e-06,)"
    R"("epsilon_at_delta":44.9992906458742,"judged_epsilon":44.9992906458742},)"
    R"("data":{"unit":"word","view":"topics+counts","pure_epsilon":44.9992906458742,)"
    R"("rho":51.22281994242324,"delta":1e-06,"epsilon_at_delta":44.9992906458742,)"
    R"("judged_epsilon":44.9992906458742},"recorded":true,"account":"ledger",)"
    R"("known_on":"2026-11-18","lineage":"3ed806b45ccdbdbf5553b64b5ae78ddd",)"
    R"("releases":[{"release":"topic-word table with noise","count":5,"unit":"word",)"
    R"("view":"topics+counts","mechanism":"discrete_laplace","parameters":{"scale":"2/1",)"
    R"("cells":2}},{"release":"topics of all word occurrences","count":4,"unit":"word",)"
    R"("view":"topics+counts","mechanism":"clipped_draw","parameters":{"smallest":5,)"
    R"("largest":742}}],)"
    R"("runs":["7f661c1465e583f872d542cc86b375b5775b0c3988fb1e59af70896ba9a516ca"],)"
    R"("exposures":[],"remarks":[],"vocabulary":"public","key":"key file"})";

// A run of doc that was stopped after two of its sweeps, on data in memory.
constexpr const char* kDoc =
    R"({"private":true,"recipe":"doc","run":{"unit":"document","view":"counts",)"
    R"("pure_epsilon":"infinite","rho":0.0573,"delta":1e-06,"epsilon_at_delta":1.5927,)"
    R"("judged_epsilon":1.5927},"data":{"unit":"document","view":"counts",)"
    R"("pure_epsilon":"infinite","rho":0.0573,"delta":1e-06,"epsilon_at_delta":1.5927,)"
    R"("judged_epsilon":1.5927},"recorded":false,"account":"process",)"
    R"("releases":[{"release":"word totals with noise","count":1,"unit":"document",)"
    R"("view":"counts","mechanism":"discrete_gaussian",)"
    R"("parameters":{"variance":"3630065201/32","squares":1000000}},)"
    R"({"release":"topic-word table with noise","count":2,"unit":"document","view":"counts",)"
    R"("mechanism":"discrete_gaussian","parameters":{"variance":"3056897011/128",)"
    R"("squares":1000000}}],"exposures":[],"remarks":[],"vocabulary":"public","key":"key file"})";

// A run of doc on words and documents that others exposed, under a ledger that was started again.
constexpr const char* kExposed =
    R"({"private":false,"recipe":"doc","run":{"unit":"document","view":"counts",)"
    R"("pure_epsilon":"infinite","rho":0.08815268716486101,"delta":1e-06,)"
    R"("epsilon_at_delta":1.9999999850254775,"judged_epsilon":1.9999999850254775},)"
    R"("data":{"unit":"document","view":"counts","pure_epsilon":"infinite","rho":"infinite",)"
    R"("delta":1e-06,"epsilon_at_delta":"infinite","judged_epsilon":"infinite"},)"
    R"("recorded":true,"account":"ledger","known_on":"2026-11-18",)"
    R"("lineage":"fdd254cd3176d8b9ac3d571f64a0cd2a","restarted":true,)"
    R"("releases":[{"release":"word totals with noise","count":1,"unit":"document",)"
    R"("view":"counts","mechanism":"discrete_gaussian",)"
    R"("parameters":{"variance":"3630065201/32","squares":1000000}},)"
    R"({"release":"topic-word table with noise","count":4,"unit":"document","view":"counts",)"
    R"("mechanism":"discrete_gaussian","parameters":{"variance":"3056897011/128",)"
    R"("squares":1000000}}],)"
    R"("runs":["726223fd487014d66a8e9f6d8e72d2af23e4f2041f7a02d780dbfaa9ae304f89"],)"
    R"("exposures":[{"release":"the topic-word table of the model",)"
    R"("reason":"by an earlier run on these documents,)"
    R"x( not by this one (it holds the last sweep's moves without noise)"}],"remarks":[],)x"
    R"("vocabulary":"assumed-public","vocabulary_cut":"by exact frequencies","key":"key file"})";

// A run of lp with a public prior.
constexpr const char* kReports =
    R"({"private":true,"recipe":"lp","run":{"unit":"presence","view":"report",)"
    R"("pure_epsilon":2.0000000000001137,"rho":1.5231883119117509,"delta":1e-06,)"
    R"("epsilon_at_delta":1.9999988646643991,"judged_epsilon":1.9999988646643991},)"
    R"("data":{"unit":"presence","view":"report","pure_epsilon":2.0000000000001137,)"
    R"("rho":1.5231883119117509,"delta":1e-06,"epsilon_at_delta":1.9999988646643991,)"
    R"("judged_epsilon":1.9999988646643991},"units":[{"unit":"presence","view":"report",)"
    R"("pure_epsilon":2.0000000000001137,"rho":1.5231883119117509,"delta":1e-06,)"
    R"("epsilon_at_delta":1.9999988646643991,"judged_epsilon":1.9999988646643991},)"
    R"({"unit":"word","view":"report","pure_epsilon":4.000000000000455,"rho":3.046376623823675,)"
    R"("delta":1e-06,"epsilon_at_delta":3.9999987110135464,)"
    R"("judged_epsilon":3.9999987110135464},{"unit":"document","view":"report",)"
    R"("pure_epsilon":24.00000000000273,"rho":18.278259742942048,"delta":1e-06,)"
    R"("epsilon_at_delta":23.999995413405813,"judged_epsilon":23.999995413405813}],)"
    R"("releases":[{"release":"perturbed document","count":1,"unit":"presence","view":"report",)"
    R"("mechanism":"randomized_response","parameters":{"threshold":"2198905795380358826",)"
    R"("bits":1}},{"release":"perturbed document","count":1,"unit":"word","view":"report",)"
    R"("mechanism":"randomized_response","parameters":{"threshold":"2198905795380358826",)"
    R"("bits":2}},{"release":"perturbed document","count":1,"unit":"document","view":"report",)"
    R"("mechanism":"randomized_response","parameters":{"threshold":"2198905795380358826",)"
    R"("bits":12}}],"exposures":[],"remarks":[],"vocabulary":"public","key":"key file",)"
    R"("prior":"stated to be public"})";

// A run that protects nobody.
constexpr const char* kPlain =
    R"({"private":false,"recipe":"cgs",)"
    R"("exposures":[{"release":"the topic-word table of the model",)"
    R"("reason":"plain Gibbs sampling publishes exact counts"},{"release":"prevalence,)"
    R"( coherence and learnt priors in the model",)"
    R"("reason":"they are exact functions of the documents"},)"
    R"({"release":"the topics of the tokens","reason":"they are drawn from exact counts"}],)"
    R"("remarks":[],"vocabulary":"data","key":"seed"})";

// A stream of documents.
constexpr const char* kStream =
    R"({"private":false,"recipe":"online",)"
    R"("exposures":[{"release":"the topic-word table of the model after every batch",)"
    R"("reason":"it holds exact counts"},{"release":"the topics of the tokens",)"
    R"("reason":"they are drawn from exact counts"}],"remarks":[],"vocabulary":"public",)"
    R"("key":"seed"})";

// As the first version wrote the record of hdp.
constexpr const char* kOlder =
    R"({"private":true,"recipe":"hdp","run":{"unit":"word","view":"topics+counts",)"
    R"("pure_epsilon":44.9992906458742,"rho":51.22281994242324,"delta":1e-06,)"
    R"("epsilon_at_delta":44.9992906458742},"data":{"unit":"word","view":"topics+counts",)"
    R"("pure_epsilon":44.9992906458742,"rho":51.22281994242324,"delta":1e-06,)"
    R"("epsilon_at_delta":44.9992906458742},"recorded":true,)"
    R"("releases":[{"release":"topic-word table with noise","count":5,)"
    R"("mechanism":"discrete_laplace","parameters":{"scale":"2/1","cells":2}},)"
    R"({"release":"topics of all word occurrences","count":4,"mechanism":"clipped_draw",)"
    R"("parameters":{"smallest":5,"largest":742}}],"exposures":[],"remarks":[],)"
    R"("vocabulary":"public","key":"key file"})";

constexpr std::array kRecords = {kHdp, kDoc, kExposed, kReports, kPlain, kStream, kOlder};

PrivacyRecord record_of(const char* text) { return privacy_record_from_json(Json::parse(text)); }

// kHdp, by hand.
PrivacyRecord hdp_record() {
  const StatedTotal total{.unit = Unit::kWord,
                          .view = View::kTopicsAndCounts,
                          .pure_epsilon = 44.9992906458742,
                          .rho = 51.22281994242324,
                          .delta = 1e-6,
                          .epsilon_at_delta = 44.9992906458742,
                          .judged_epsilon = 44.9992906458742};
  return {.is_private = true,
          .recipe = "hdp",
          .run = total,
          .data = total,
          .account =
              StatedAccount{
                  .recorded = true,
                  .counter = StatedAccount::Counter::kLedger,
                  .known_on = "2026-11-18",
                  .lineage = "3ed806b45ccdbdbf5553b64b5ae78ddd",
                  .runs = {"7f661c1465e583f872d542cc86b375b5775b0c3988fb1e59af70896ba9a516ca"}},
          .releases = {{.release = "topic-word table with noise",
                        .count = 5,
                        .unit = Unit::kWord,
                        .view = View::kTopicsAndCounts,
                        .mechanism = "discrete_laplace",
                        .parameters = {{"scale", "2/1"}, {"cells", 2u}}},
                       {.release = "topics of all word occurrences",
                        .count = 4,
                        .unit = Unit::kWord,
                        .view = View::kTopicsAndCounts,
                        .mechanism = "clipped_draw",
                        .parameters = {{"smallest", 5u}, {"largest", 742u}}}},
          .words = StatedWords::kPublic,
          .key = StatedKey::kKeyFile};
}

TEST(PrivacyRecord, IsWrittenAsFilesHoldIt) {
  EXPECT_EQ(to_json(hdp_record()).dump(), kHdp);
  EXPECT_EQ(record_of(kHdp), hdp_record());
}

TEST(PrivacyRecord, OfEveryKindOfRunIsWrittenAsItWasReadByteForByte) {
  for (const char* text : kRecords) EXPECT_EQ(to_json(record_of(text)).dump(), text);
}

TEST(PrivacyRecord, HoldsWhatTheFileSays) {
  const PrivacyRecord stopped = record_of(kDoc);
  EXPECT_EQ(stopped.run->unit, Unit::kDocument);
  EXPECT_EQ(stopped.run->pure_epsilon, PrivacyLoss::kInfinite);
  EXPECT_EQ(stopped.releases.at(1).count, 2U);
  EXPECT_EQ(stopped.account->counter, StatedAccount::Counter::kProcess);
  const PrivacyRecord exposed = record_of(kExposed);
  EXPECT_FALSE(exposed.is_private);
  EXPECT_EQ(exposed.data->rho, PrivacyLoss::kInfinite);
  EXPECT_TRUE(exposed.account->restarted);
  EXPECT_EQ(exposed.exposures.at(0).release, "the topic-word table of the model");
  EXPECT_EQ(exposed.words, StatedWords::kAssumedPublic);
  EXPECT_TRUE(exposed.words_cut);
  const PrivacyRecord reports = record_of(kReports);
  EXPECT_TRUE(reports.of_reports());
  EXPECT_TRUE(reports.prior_public);
  EXPECT_FALSE(reports.account);
  EXPECT_EQ(reports.units.at(2).unit, Unit::kDocument);
  const PrivacyRecord plain = record_of(kPlain);
  EXPECT_FALSE(plain.run || plain.data || plain.account);
  EXPECT_EQ(plain.key, StatedKey::kSeed);
}

TEST(PrivacyRecord, OfAnOlderVersionIsStatedWithWhatItHas) {
  const PrivacyRecord older = record_of(kOlder);
  EXPECT_FALSE(older.run->judged_epsilon || older.account->counter || older.releases[0].unit);
  const std::string text = statement_text(older);
  EXPECT_NE(text.find("  All that is known of these data: epsilon 45, pure"), std::string::npos);
  EXPECT_EQ(text.find("No ledger was kept"), std::string::npos);
  EXPECT_EQ(statement_line(older), statement_line(record_of(kHdp)));
}

// Refused, in one sentence that holds no line feed.
void expect_refused(const Json& json) {
  try {
    privacy_record_from_json(json);
    ADD_FAILURE() << json;
  } catch (const InputError& error) {
    const std::string what = error.what();
    EXPECT_FALSE(what.empty());
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
  }
}

TEST(PrivacyRecord, WhatIsNoneIsRefused) {
  for (const char* text : {"null", "[]", "{}", "true", "3", "\"private\"", "{\"private\":true}"})
    expect_refused(Json::parse(text));
  expect_refused(Json::parse("{", nullptr, false));
}

TEST(PrivacyRecord, WithoutAPartThatEveryVersionWroteIsRefused) {
  for (const char* at : {"/private",
                         "/recipe",
                         "/run",
                         "/data",
                         "/releases",
                         "/exposures",
                         "/remarks",
                         "/vocabulary",
                         "/key",
                         "/recorded",
                         "/run/unit",
                         "/run/view",
                         "/run/pure_epsilon",
                         "/data/rho",
                         "/data/delta",
                         "/data/epsilon_at_delta",
                         "/releases/0/release",
                         "/releases/0/count",
                         "/releases/1/mechanism",
                         "/releases/1/parameters"}) {
    Json json = Json::parse(kHdp);
    const Json::json_pointer part(at);
    ASSERT_TRUE(json.contains(part)) << at;
    json[part.parent_pointer()].erase(part.back());
    expect_refused(json);
  }
}

TEST(PrivacyRecord, WithFactsOfAnAccountThatNobodyKeptIsRefused) {
  for (const auto& [key, value] : {std::pair<const char*, Json>{"known_on", "2026-01-01"},
                                   {"lineage", "0123456789abcdef0123456789abcdef"},
                                   {"restarted", true},
                                   {"runs", Json::array({"a"})}}) {
    Json json = Json::parse(kHdp);
    for (const char* own : {"recorded", "account", "known_on", "lineage", "restarted", "runs"})
      json.erase(own);
    json[key] = value;
    expect_refused(json);
  }
}

TEST(PrivacyRecord, WithAPartThatMakesNoSenseIsRefused) {
  const std::pair<const char*, Json> damages[] = {{"/private", "yes"},
                                                  {"/recipe", 1},
                                                  {"/run", Json::array()},
                                                  {"/run/unit", "page"},
                                                  {"/run/view", "all"},
                                                  {"/run/rho", Json()},
                                                  {"/data/rho", "none"},
                                                  {"/data/pure_epsilon", true},
                                                  {"/data/delta", "1e-6"},
                                                  {"/data/delta", 1},
                                                  {"/data/delta", true},
                                                  {"/run/epsilon_at_delta", -1},
                                                  {"/data/judged_epsilon", "low"},
                                                  {"/releases", Json::object()},
                                                  {"/releases/0", "table"},
                                                  {"/releases/0/count", -1},
                                                  {"/releases/0/count", 1.5},
                                                  {"/releases/0/unit", "page"},
                                                  {"/releases/0/view", 1},
                                                  {"/releases/0/parameters", Json()},
                                                  {"/releases/0/parameters", "2/1"},
                                                  {"/releases/0/parameters/cells", -2},
                                                  {"/releases/0/parameters/cells", 2.5},
                                                  {"/releases/0/parameters/cells", true},
                                                  {"/releases/0/parameters/scale", {"2/1"}},
                                                  {"/exposures", "none"},
                                                  {"/exposures", {{{"release", "phi"}}}},
                                                  {"/remarks", "so"},
                                                  {"/remarks", {1}},
                                                  {"/vocabulary", "secret"},
                                                  {"/key", "door"},
                                                  {"/recorded", 1},
                                                  {"/recorded", false},
                                                  {"/account", "nobody"},
                                                  {"/account", "run"},
                                                  {"/known_on", 20261118},
                                                  {"/lineage", Json()},
                                                  {"/restarted", "yes"},
                                                  {"/runs", Json::array()},
                                                  {"/runs", {1}},
                                                  {"/units", Json::array()}};
  for (const auto& [at, value] : damages) {
    Json json = Json::parse(kHdp);
    json[Json::json_pointer(at)] = value;
    SCOPED_TRACE(at);
    expect_refused(json);
  }
}

}  // namespace
}  // namespace dplda
