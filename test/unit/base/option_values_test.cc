#include "base/option_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reference/errors.h"

namespace dplda {
namespace {

TEST(OptionValues, KeepTheirOrderAndAreReplacedInPlace) {
  OptionValues values{{"topics", 5}, {"alpha", 0.5}};
  values.set("stem", "english");
  values.set("topics", 6);
  EXPECT_EQ(to_json(values).dump(), R"({"topics":6,"alpha":0.5,"stem":"english"})");
  values.erase("alpha");
  values.set(OptionValues{{"binary", true}, {"stem", "none"}});
  EXPECT_EQ(to_json(values).dump(), R"({"topics":6,"stem":"none","binary":true})");
}

TEST(OptionValues, AreEqualInWhateverOrder) {
  const OptionValues one{{"a", 1}, {"b", "x"}};
  EXPECT_EQ(one, (OptionValues{{"b", "x"}, {"a", 1}}));
  EXPECT_NE(one, (OptionValues{{"a", 1}}));
  EXPECT_NE(one, (OptionValues{{"a", 1}, {"c", "x"}}));
  EXPECT_NE(one, (OptionValues{{"a", 1}, {"b", "y"}}));
}

TEST(OptionValues, ComeBackFromJsonAsTheyWere) {
  const OptionValues values{
      {"a", true}, {"b", -7}, {"c", 1.0}, {"d", "x"}, {"e", std::vector<std::string>{"y", "z"}}};
  const std::string text = to_json(values).dump();
  EXPECT_EQ(text, R"({"a":true,"b":-7,"c":1.0,"d":"x","e":["y","z"]})");
  EXPECT_EQ(option_values_from_json(nlohmann::ordered_json::parse(text)), values);
}

TEST(OptionValues, WhatNoOptionCanBeIsRefusedByItsKey) {
  const auto error = [](const char* text) {
    return test::input_error([&] { option_values_from_json(nlohmann::ordered_json::parse(text)); });
  };
  EXPECT_EQ(error(R"({"a":{}})"), "option 'a' takes no object");
  EXPECT_EQ(error(R"({"a":[1]})"), "option 'a' takes no array");
  EXPECT_EQ(error(R"({"a":18446744073709551615})"), "option 'a' takes no number as large as that");
  EXPECT_EQ(error("7"), "options must be a JSON object");
  EXPECT_EQ(error(R"({"a":null})"), "");
}

TEST(OptionValues, NumbersAreNumbersWholeOrNot) {
  EXPECT_EQ(number_of(OptionValue(std::int64_t{3})), 3.0);
  EXPECT_EQ(number_of(OptionValue(0.5)), 0.5);
  EXPECT_TRUE(std::isnan(number_of(OptionValue("3"))));
  EXPECT_TRUE(std::isnan(number_of(OptionValue(true))));
}

TEST(OptionValues, DifferencesNameOptionsWithBothValues) {
  const OptionValues before{{"topics", 5}, {"key_word", "a"}, {"only_before", 1}};
  const OptionValues now{{"topics", 6}, {"key_word", "a"}, {"only_now", true}};
  EXPECT_EQ(differences(before, now),
            "`topics` (5, now 6), `only-before` (1, now unset), `only-now` (unset, now true)");
  EXPECT_EQ(differences(before, before), "");
}

}  // namespace
}  // namespace dplda
