#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>

#include "small_face.h"
#include "training/training.h"

namespace dplda::test {
namespace {

TEST(FaceSettings, SettingsHaveTheOptionsAndDefaultsOfTheirRecipe) {
  for (const RecipeDescription& recipe : recipe_descriptions()) {
    TrainOptions defaults = options_for(recipe.name);
    std::map<std::string, Option> table;
    for (const Option& option : option_table(defaults)) table.emplace(option.name, option);
    const Settings settings(recipe.name);
    EXPECT_GT(settings.options().size(), 10U);
    for (const OptionDescription& option : settings.options()) {
      const auto found = table.find(option.name);
      if (found == table.end()) continue;  // of ledgers
      EXPECT_EQ(option.value, value_as_text(found->second)) << recipe.name << " " << option.name;
      EXPECT_TRUE(option.help.starts_with(found->second.help)) << option.help;
    }
  }
}

TEST(FaceSettings, AnOptionOfAnotherRecipeIsRefused) {
  Settings plain("cgs");
  EXPECT_THROW(plain.set("target-epsilon", 3), InputError);
  EXPECT_THROW(plain.set("nonsense", 3), InputError);
  EXPECT_THROW(plain.set("topics", "many"), InputError);
  EXPECT_THROW(Settings("nonsense"), InputError);
  // A range is checked when it is used.
  plain.set("topics", 0);
  EXPECT_THROW(plan(plain), InputError);
}

TEST(FaceSettings, AKeyOfEqualBytesIsRefused) {
  std::array<std::uint8_t, 32> key{};
  for (const auto byte : {std::uint8_t{0}, std::uint8_t{7}, std::uint8_t{255}}) {
    key.fill(byte);
    Settings training("doc");
    EXPECT_THROW(training.set_key(key), InputError);
    Settings reports = Settings::for_reports();
    EXPECT_THROW(reports.set_key(key), InputError);
  }
  key[31] = 1;
  EXPECT_NO_THROW(Settings("doc").set_key(key));
}

TEST(FaceSettings, AnOptionThatDoesNothingTogetherWithTheOthersIsRefused) {
  Settings soft("doc");
  soft.set("target-epsilon", 3);
  EXPECT_NO_THROW(plan(soft));
  Settings smoothed = soft;
  smoothed.set("beta", 0.1);
  EXPECT_THROW(plan(smoothed), InputError);
  smoothed.set("contribution", "drawn").set("cap", 60);
  EXPECT_NO_THROW(plan(smoothed));
  // A stream in memory waits for nobody.
  EXPECT_THROW(StreamFit(Settings("online").set("idle", 5)), InputError);
}

TEST(FaceSettings, WhatIsSetByNameWinsOverAPreset) {
  const auto value = [](const Settings& settings, std::string_view name) {
    for (const OptionDescription& option : settings.options()) {
      if (option.name == name) return option.value;
    }
    return std::string();
  };
  Settings settings("cgs");
  settings.set("alpha", 0.25).set_preset("paper");
  EXPECT_EQ(value(settings, "alpha"), "0.25");
  EXPECT_EQ(value(settings, "beta"), "0.01");
  EXPECT_THROW(settings.set_preset("nonsense"), InputError);
}

TEST(FaceSettings, CopiesOfSettingsAreTheirOwn) {
  Settings first("cgs");
  Settings second = first;
  second.set("topics", 7);
  EXPECT_NE(first.options().front().value, second.options().front().value);
}

}  // namespace
}  // namespace dplda::test
