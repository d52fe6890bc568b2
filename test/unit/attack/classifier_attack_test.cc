#include "attack/classifier_attack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/errors.h"
#include "reference/options.h"
#include "reference/small_corpora.h"

namespace dplda {
namespace {

FeatureTable random_rows(std::size_t rows, std::size_t columns, RandomStream& stream) {
  FeatureTable table{.columns = columns};
  for (std::size_t i = 0; i < rows * columns; ++i) table.values.push_back(stream.uniform());
  return table;
}

std::vector<std::uint32_t> random_labels(std::size_t count, RandomStream& stream) {
  std::vector<std::uint32_t> labels(count);
  for (std::uint32_t& label : labels) label = static_cast<std::uint32_t>(stream.below(2));
  return labels;
}

// Worlds whose labels have nothing to do with the features; sanitised features have nothing to do
// with the documents either.
Worlds random_worlds(std::size_t count, std::size_t members, std::size_t columns) {
  const RandomStreams random(key_from_seed(5));
  RandomStream stream(random, Purpose::kSynthetic);
  Worlds worlds;
  for (auto* kind : {&worlds.targets, &worlds.shadows}) {
    for (std::size_t i = 0; i < count; ++i) {
      World& world = kind->emplace_back();
      world.members = random_rows(members, columns, stream);
      world.others = random_rows(members, columns, stream);
      world.sanitised = random_rows(members, columns, stream);
      world.member_labels = random_labels(members, stream);
      world.other_labels = random_labels(members, stream);
    }
  }
  return worlds;
}

// Documents of two classes with words of their own.
struct Labelled {
  Corpus corpus;
  std::vector<std::uint32_t> labels;
};

Labelled two_classes(std::size_t documents) {
  const RandomStreams random(key_from_seed(3));
  RandomStream stream(random, Purpose::kSynthetic);
  std::vector<std::vector<std::uint32_t>> texts;
  std::vector<std::uint32_t> labels;
  for (std::size_t m = 0; m < documents; ++m) {
    labels.push_back(static_cast<std::uint32_t>(stream.below(2)));
    texts.emplace_back();
    for (int i = 0; i < 12; ++i)
      texts.back().push_back(20 * labels.back() + static_cast<std::uint32_t>(stream.below(20)));
  }
  return {test::corpus_of(texts, 40), labels};
}

ClassifierAttackOptions small_attack(const std::string& recipe) {
  ClassifierAttackOptions options;
  options.train = options_for(recipe);
  options.train->topics = 4;
  options.train->sweeps = 30;
  options.shadows = 2;
  return options;
}

TEST(ClassifierAttack, TwoSeparableClassesArePredicted) {
  const Labelled data = two_classes(200);
  ThreadPool pool(2);
  const auto result = classifier_attack(data.corpus, data.labels, small_attack("cgs"), pool);
  EXPECT_GE(result.prediction_accuracy, 0.95);
  EXPECT_GE(result.prediction_f1, 0.95);
  EXPECT_GE(result.training_accuracy, 0.95);
  EXPECT_EQ(result.guesses, 100);
}

TEST(ClassifierAttack, WhatWasTrainedOnNothingOfTheMembersTellsNothingOfThem) {
  const Worlds worlds = random_worlds(8, 200, 20);
  ClassifierAttackOptions options;
  options.sanitised = true;
  options.classifier.regularisation = 1e-3;
  ThreadPool pool(2);
  const auto result = attacked(worlds, 2, options, pool);
  // Members and others are drawn alike, so that each of the 3200 guesses is right with probability
  // 1/2: 4.5 standard deviations are 4.5 / (2 sqrt(3200)). The area has standard deviation
  // sqrt((1600 + 1600 + 1) / (12 1600^2)).
  EXPECT_EQ(result.guesses, 3200);
  EXPECT_NEAR(result.attack_accuracy, 0.5, 0.040);
  EXPECT_NEAR(result.attack_auc, 0.5, 0.046);
  EXPECT_LE(result.attack_low, result.attack_accuracy);
  EXPECT_GE(result.attack_high, result.attack_accuracy);
}

// One that knows its members' labels by heart and nothing else is right about half of the others:
// who looks at nothing but whether it is right guesses 3/4. 4.5 standard deviations of 1600 guesses
// are 4.5 sqrt(3/16) / sqrt(1600) = 0.049.
TEST(ClassifierAttack, AClassifierThatMemorisesIsAttacked) {
  const Worlds worlds = random_worlds(8, 100, 150);
  ClassifierAttackOptions options;
  options.classifier.regularisation = 1e-3;
  ThreadPool pool(2);
  const auto result = attacked(worlds, 2, options, pool);
  EXPECT_EQ(result.training_accuracy, 1);
  EXPECT_LT(result.prediction_accuracy, 0.6);
  EXPECT_GE(result.attack_accuracy, 0.70);
  EXPECT_GE(result.attack_auc, 0.70);
}

TEST(ClassifierAttack, RandomFeaturesMemoriseWhereTheFeaturesAreTooFewTo) {
  const Worlds worlds = random_worlds(8, 100, 5);
  ClassifierAttackOptions options;
  options.classifier = {.kind = "overfitted", .regularisation = 1e-3, .random_features = 1000};
  ThreadPool pool(2);
  const auto result = attacked(worlds, 2, options, pool);
  EXPECT_EQ(result.training_accuracy, 1);
  EXPECT_GE(result.attack_accuracy, 0.70);
  options.classifier = {.kind = "logistic", .regularisation = 1e-3, .random_features = 1000};
  EXPECT_LT(attacked(worlds, 2, options, pool).training_accuracy, 0.8);
}

TEST(ClassifierAttack, DoesNotDependOnTheNumberOfThreads) {
  const Labelled data = two_classes(80);
  ClassifierAttackOptions options = small_attack("lp");
  options.epsilon = 1;
  options.sanitised = true;
  options.classifier.kind = "overfitted";
  ThreadPool one(1);
  ThreadPool three(3);
  const auto a = classifier_attack(data.corpus, data.labels, options, one);
  const auto b = classifier_attack(data.corpus, data.labels, options, three);
  EXPECT_EQ(to_json(a), to_json(b));
  options.seed = 2;
  EXPECT_NE(to_json(a), to_json(classifier_attack(data.corpus, data.labels, options, one)));
}

TEST(ClassifierAttack, TargetsAndShadowsShareNoDocument) {
  const Labelled data = two_classes(50);
  std::vector<std::uint32_t> numbers(50);  // every document is a class of its own
  for (std::uint32_t m = 0; m < 50; ++m) numbers[m] = m;
  ClassifierAttackOptions options = small_attack("cgs");
  options.targets = 3;
  options.members = 10;
  ThreadPool pool(2);
  const Worlds worlds = trained_worlds(data.corpus, numbers, options, pool);
  std::set<std::uint32_t> seen[2];
  for (const bool shadow : {false, true}) {
    for (const World& world : shadow ? worlds.shadows : worlds.targets) {
      std::set<std::uint32_t> here(world.member_labels.begin(), world.member_labels.end());
      here.insert(world.other_labels.begin(), world.other_labels.end());
      EXPECT_EQ(here.size(), 20);
      EXPECT_EQ(world.members.rows(), 10);
      EXPECT_EQ(world.others.rows(), 10);
      seen[shadow].insert(here.begin(), here.end());
    }
  }
  for (const std::uint32_t document : seen[0]) EXPECT_FALSE(seen[1].contains(document));
  EXPECT_NE(worlds.targets[0].member_labels, worlds.targets[1].member_labels);
}

TEST(ClassifierAttack, RecipesWithoutSanitisedFeaturesAreRefusedThem) {
  const Labelled data = two_classes(40);
  ThreadPool pool(1);
  ClassifierAttackOptions options = small_attack("doc");
  options.train->sweeps = 2;
  test::set(options.train, "sigma", 5);
  test::set(options.train, "cap", 10);
  EXPECT_NO_THROW(classifier_attack(data.corpus, data.labels, options, pool));
  options.sanitised = true;
  EXPECT_THROW(classifier_attack(data.corpus, data.labels, options, pool), InputError);
}

TEST(ClassifierAttack, RefusesLabelsThatDoNotFitAndTooFewDocuments) {
  const Labelled data = two_classes(40);
  ThreadPool pool(1);
  std::vector<std::uint32_t> short_of_one(data.labels.begin(), data.labels.end() - 1);
  ClassifierAttackOptions options = small_attack("cgs");
  EXPECT_THROW(classifier_attack(data.corpus, short_of_one, options, pool), InputError);
  options.members = 11;
  EXPECT_THROW(classifier_attack(data.corpus, data.labels, options, pool), InputError);
  options.members = 10;
  EXPECT_NO_THROW(classifier_attack(data.corpus, data.labels, options, pool));
  options.shadows = 0;
  EXPECT_THROW(classifier_attack(data.corpus, data.labels, options, pool), InputError);
}

}  // namespace
}  // namespace dplda
