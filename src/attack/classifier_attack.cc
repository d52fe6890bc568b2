#include "attack/classifier_attack.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "attack/binomial_bounds.h"
#include "attack/confidence_attack.h"
#include "base/errors.h"

namespace dplda {
namespace {

constexpr double kMissEachSide = 0.025;

void ask(const TopicClassifier& classifier, const FeatureTable& rows,
         std::span<const std::uint32_t> labels, std::uint32_t member, std::uint32_t classes,
         Answers& answers) {
  std::vector<double> confidences(classes);
  std::vector<double> features(confidence_columns(classes));
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    classifier.confidences(rows.row(i), confidences);
    confidence_features(confidences, labels[i], features);
    answers.features.append(features);
    answers.labels.push_back(labels[i]);
    answers.predicted.push_back(static_cast<std::uint32_t>(
        std::max_element(confidences.begin(), confidences.end()) - confidences.begin()));
    answers.member.push_back(member);
  }
}

// Trains the classifier of a world and asks it about everybody there.
Answers answers_of(const World& world, std::uint32_t classes,
                   const ClassifierAttackOptions& options, const RandomStreams& random) {
  const FeatureTable& seen = options.sanitised ? world.sanitised : world.members;
  const TopicClassifier classifier(seen, world.member_labels, classes, options.classifier, random);
  Answers answers{.features = {.columns = confidence_columns(classes)}};
  ask(classifier, world.members, world.member_labels, 1, classes, answers);
  ask(classifier, world.others, world.other_labels, 0, classes, answers);
  return answers;
}

// The mean over the classes that anything was or was taken for.
double macro_f1(std::span<const Answers> targets, std::uint32_t classes) {
  std::vector<double> right(classes);
  std::vector<double> named(classes);  // true plus predicted
  for (const Answers& answers : targets) {
    for (std::size_t i = 0; i < answers.labels.size(); ++i) {
      if (answers.member[i] == 1) continue;
      named[answers.labels[i]] += 1;
      named[answers.predicted[i]] += 1;
      if (answers.labels[i] == answers.predicted[i]) right[answers.labels[i]] += 1;
    }
  }
  double sum = 0;
  double counted = 0;
  for (std::uint32_t c = 0; c < classes; ++c) {
    if (named[c] == 0) continue;
    sum += 2 * right[c] / named[c];
    counted += 1;
  }
  return sum / counted;
}

void check_worlds(const Worlds& worlds, const ClassifierAttackOptions& options) {
  for (const auto* kind : {&worlds.targets, &worlds.shadows}) {
    for (const World& world : *kind) {
      if (!options.sanitised || world.sanitised.rows() == world.members.rows()) continue;
      throw InputError(fmt::format(
          "recipe {} sees its documents as they are: there are no sanitised features to train a "
          "classifier on; use `features clean`",
          options.train->recipe));
    }
  }
}

ClassifierAttackResult judged(std::span<const Answers> targets, const ConfidenceAttack& attack,
                              std::uint32_t classes) {
  std::vector<double> scores[2];
  std::uint64_t hits = 0;
  double correct[2] = {0, 0};
  for (const Answers& answers : targets) {
    for (std::size_t i = 0; i < answers.labels.size(); ++i) {
      const std::uint32_t member = answers.member[i];
      const double score = attack.score(answers.features.row(i), answers.labels[i]);
      scores[member].push_back(score);
      if ((score > 0.5) == (member == 1)) ++hits;
      if (answers.labels[i] == answers.predicted[i]) correct[member] += 1;
    }
  }
  const std::uint64_t guesses = scores[0].size() + scores[1].size();
  return {.attack_accuracy = static_cast<double>(hits) / static_cast<double>(guesses),
          .attack_low = binomial_lower_bound(hits, guesses, kMissEachSide),
          .attack_high = binomial_upper_bound(hits, guesses, kMissEachSide),
          .attack_auc = area_under_curve(scores[1], scores[0]),
          .prediction_accuracy = correct[0] / static_cast<double>(scores[0].size()),
          .prediction_f1 = macro_f1(targets, classes),
          .training_accuracy = correct[1] / static_cast<double>(scores[1].size()),
          .guesses = guesses};
}

}  // namespace

ClassifierAttackResult attacked(const Worlds& worlds, std::uint32_t classes,
                                const ClassifierAttackOptions& options, ThreadPool& pool) {
  check_worlds(worlds, options);
  const Key key = key_from_seed(static_cast<std::uint64_t>(options.seed));
  std::vector<Answers> targets(worlds.targets.size());
  std::vector<Answers> shadows(worlds.shadows.size());
  pool.for_each(targets.size() + shadows.size(), [&](std::size_t index, int) {
    const bool target = index < targets.size();
    const std::size_t i = target ? index : index - targets.size();
    const RandomStreams random(derived_key(key, fmt::format("dplda classifier {}", index)));
    (target ? targets : shadows)[i] =
        answers_of((target ? worlds.targets : worlds.shadows)[i], classes, options, random);
  });
  return judged(targets, ConfidenceAttack(shadows, classes), classes);
}

ClassifierAttackResult classifier_attack(const Corpus& corpus,
                                         std::span<const std::uint32_t> labels,
                                         const ClassifierAttackOptions& options, ThreadPool& pool) {
  if (labels.size() != corpus.documents()) {
    throw InputError(fmt::format("there are {} labels, but the corpus has {} documents",
                                 labels.size(), corpus.documents()));
  }
  if (options.targets < 1 || options.shadows < 1)
    throw InputError("an attack needs a target and a shadow at least: `targets`, `shadows`");
  if (labels.empty()) throw InputError("the corpus has no documents");
  const std::uint32_t classes = *std::max_element(labels.begin(), labels.end()) + 1;
  const Worlds worlds = trained_worlds(corpus, labels, options, pool);
  return attacked(worlds, classes, options, pool);
}

nlohmann::ordered_json to_json(const ClassifierAttackResult& result) {
  return {{"attack_accuracy", result.attack_accuracy},
          {"attack_interval_95", {result.attack_low, result.attack_high}},
          {"attack_auc", result.attack_auc},
          {"prediction_accuracy", result.prediction_accuracy},
          {"prediction_f1", result.prediction_f1},
          {"training_accuracy", result.training_accuracy},
          {"guesses", result.guesses}};
}

}  // namespace dplda
