// The paper's attack, through the confidence of a classifier
// (docs/privacy/membership-classifier.md).
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "attack/labels.h"
#include "attack/member_model.h"
#include "base/errors.h"
#include "base/random.h"
#include "privacy/guarantee.h"
#include "runs/attack_methods.h"
#include "training/plan_record.h"
#include "training/recipe.h"

namespace dplda::runs {
namespace {

std::int64_t fresh_seed() {
  const RandomStreams random(random_key());
  return static_cast<std::int64_t>(RandomStream(random, Purpose::kMembership).next() >> 1);
}

// What the request leaves open.
ClassifierAttackOptions settled(const MembershipRequest& request) {
  ClassifierAttackOptions options = request.classifier;
  options.train = request.options;
  options.epsilon = request.epsilon.value_or(0);
  options.seed = request.options->seed.value_or(fresh_seed());
  if (request.shadows) options.shadows = *request.shadows;
  return options;
}

// Whether the features of the classifier are what the recipe saw; recipes that see documents as
// they are have no others.
std::vector<bool> kinds_of_features(const MembershipRequest& request) {
  if (!has_sanitised_shares(request.options->recipe) || request.features == "clean") return {false};
  if (request.features == "sanitised") return {true};
  return {false, true};
}

Worlds watched_worlds(const Corpus& corpus, const Labels& labels,
                      const ClassifierAttackOptions& options, ThreadPool& pool, Watcher& watcher) {
  const std::int64_t total = options.targets + options.shadows;
  return trained_worlds(corpus, labels.classes, options, pool, [&](std::int64_t done) {
    if (watcher.interrupted()) throw Stopped("interrupted before all models were trained");
    if (!watcher.due() && done != total) return;
    watcher.show(static_cast<double>(done), static_cast<double>(total),
                 fmt::format("{} of {} models trained", done, total));
  });
}

std::string cost_of(const MembershipRequest& request) {
  if (request.epsilon) {
    return fmt::format("each bit of a report: epsilon {:g} (unit: {}, view: {})\n",
                       *request.epsilon, name_of(Unit::kPresence), name_of(View::kReport));
  }
  return "each model: " + plan_text(setup_of(request.options));
}

nlohmann::ordered_json record_of(const MembershipRequest& request,
                                 const ClassifierAttackOptions& options,
                                 const ClassifierOutcome& outcome) {
  nlohmann::ordered_json json = {{"attack", "membership"},
                                 {"method", "classifier"},
                                 {"training", to_json(deciding_options(request.options))},
                                 {"seed", options.seed}};
  if (request.epsilon) {
    json["report_bit"] = {{"epsilon", *request.epsilon},
                          {"unit", name_of(Unit::kPresence)},
                          {"view", name_of(View::kReport)}};
  }
  MembershipRequest copy = request;
  if (outcome.rows.size() < 2) copy.features = outcome.rows.front().features;
  OptionTable table = option_table(copy);
  std::erase_if(table, [](const Option& option) {
    const bool own = option.only_for == std::vector<std::string>{"classifier"};
    return !own || !option.affects_result || option.name == "epsilon";
  });
  json["options"] = to_json(values_of(table));
  for (const auto& [features, result] : outcome.rows) json["results"][features] = to_json(result);
  return json;
}

}  // namespace

void check_classifier(const MembershipRequest& request) {
  const TrainOptions& train = request.options;
  if (request.labels.empty())
    throw InputError("say which class each document is of with `labels FILE`");
  const Recipe& recipe = train->of();
  if (recipe.reports && !request.epsilon)
    throw InputError("say how much a bit of a report tells with `epsilon`, such as `epsilon 3`");
  if (!recipe.reports && request.epsilon) {
    throw InputError(
        fmt::format("`epsilon` is that of a bit of a report, and recipe {} has none; leave it out",
                    train->recipe));
  }
  if (!has_sanitised_shares(train->recipe) && request.features == "sanitised") {
    throw InputError(
        fmt::format("recipe {} sees its documents as they are: there are no sanitised features to "
                    "train a classifier on; use `features clean`",
                    train->recipe));
  }
}

MembershipOutcome classifier_attack(const MembershipRequest& request, const Corpus& corpus,
                                    RecordFile& file, Watcher& watcher) {
  ClassifierAttackOptions options = settled(request);
  const Labels labels = read_labels(request.labels, corpus.documents(),
                                    static_cast<std::size_t>(request.label_column));
  ThreadPool pool(thread_count(request.options->threads));
  const Worlds worlds = watched_worlds(corpus, labels, options, pool, watcher);
  ClassifierOutcome outcome{.rows = {}, .cost = cost_of(request), .targets = options.targets};
  for (const bool sanitised : kinds_of_features(request)) {
    options.sanitised = sanitised;
    outcome.rows.push_back(
        {sanitised ? "sanitised" : "clean",
         attacked(worlds, static_cast<std::uint32_t>(labels.names.size()), options, pool)});
  }
  MembershipOutcome whole{.record = file.write(record_of(request, options, outcome))};
  whole.classifier = std::move(outcome);
  return whole;
}

}  // namespace dplda::runs
