// dplda attack membership --method classifier: who was a classifier of documents trained on?
#include "apps/cli/attack_classifier.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "apps/cli/cli.h"
#include "apps/cli/progress.h"
#include "apps/cli/recipe_flags.h"
#include "attack/labels.h"
#include "attack/member_model.h"
#include "base/errors.h"
#include "base/file_modes.h"
#include "base/files.h"
#include "base/random.h"
#include "corpus/prepare.h"
#include "privacy/guarantee.h"
#include "recipes/plan_record.h"
#include "recipes/registry.h"

namespace dplda::cli {
namespace {

std::int64_t fresh_seed() {
  const Streams streams(random_key());
  return static_cast<std::int64_t>(Stream(streams, Purpose::kMembership).next() >> 1);
}

struct Row {
  std::string features;
  ClassifierAttackResult result;
};

// What the flags leave open or contradict, before any data is read.
void settle(ClassifierAttackFlags& flags, const TrainOptions& train) {
  check(flags.table());
  check(train);
  if (flags.labels.empty())
    throw InputError("say which class each document is of with --labels FILE");
  for (const auto& [name, value] :
       {std::pair("--key-file", &train.key_file), std::pair("--checkpoint", &train.checkpoint),
        std::pair("--resume", &train.resume)}) {
    if (!value->empty())
      throw InputError(fmt::format("{} has no meaning for an attack; leave it out", name));
  }
  const bool reports = recipe_named(train.recipe).reports;
  if (reports && !flags.epsilon)
    throw InputError("say how much a bit of a report tells with --epsilon, such as --epsilon 3");
  if (!reports && flags.epsilon) {
    throw InputError(
        fmt::format("--epsilon is that of a bit of a report, and recipe {} has none; leave it out",
                    train.recipe));
  }
  const bool sanitised = has_sanitised_shares(train.recipe);
  if (!sanitised && flags.features == "sanitised") {
    throw InputError(
        fmt::format("recipe {} sees its documents as they are: there are no sanitised features to "
                    "train a classifier on; use --features clean",
                    train.recipe));
  }
  if (!sanitised) flags.features = "clean";
  flags.options.train = train;
  flags.options.epsilon = flags.epsilon.value_or(0);
  flags.options.seed = train.seed.value_or(fresh_seed());
}

Worlds worlds_with_progress(const Corpus& corpus, const Labels& labels,
                            const ClassifierAttackOptions& options, ThreadPool& pool, bool quiet) {
  Progress progress(quiet);
  const std::int64_t total = options.targets + options.shadows;
  return trained_worlds(corpus, labels.classes, options, pool, [&](std::int64_t done) {
    if (progress.due() || done == total)
      progress.show(static_cast<double>(done), static_cast<double>(total),
                    fmt::format("{} of {} models trained", done, total));
  });
}

std::string cost_text(const ClassifierAttackFlags& flags) {
  if (flags.epsilon) {
    return fmt::format("each bit of a report: epsilon {:g} (unit: {}, view: {})\n", *flags.epsilon,
                       name_of(Unit::kPresence), name_of(View::kReport));
  }
  const TrainOptions& train = flags.options.train;
  return "each model: " + plan_text(resolved(train), plan_of(train));
}

void print_rows(const std::vector<Row>& rows, const ClassifierAttackFlags& flags) {
  fmt::print("{}", cost_text(flags));
  fmt::print("{:<9}  {:>15}  {:<15}  {:>6}  {:>19}  {:>6}  {:>17}\n", "features", "attack accuracy",
             "95% interval", "AUC", "prediction accuracy", "F1", "training accuracy");
  for (const auto& [features, result] : rows) {
    fmt::print("{:<9}  {:>15.3f}  {:<15}  {:>6.3f}  {:>19.3f}  {:>6.3f}  {:>17.3f}\n", features,
               result.attack_accuracy,
               fmt::format("{:.3f} to {:.3f}", result.attack_low, result.attack_high),
               result.attack_auc, result.prediction_accuracy, result.prediction_f1,
               result.training_accuracy);
  }
  fmt::print("guesses: {}, target models: {}; a coin is right in half of its guesses\n",
             rows.front().result.guesses, flags.options.targets);
}

nlohmann::ordered_json rows_json(const std::vector<Row>& rows, ClassifierAttackFlags flags) {
  nlohmann::ordered_json json = {{"attack", "membership"},
                                 {"method", "classifier"},
                                 {"training", affecting_options(flags.options.train, false)},
                                 {"seed", flags.options.seed}};
  if (flags.epsilon) {
    json["report_bit"] = {{"epsilon", *flags.epsilon},
                          {"unit", name_of(Unit::kPresence)},
                          {"view", name_of(View::kReport)}};
  }
  OptionTable table = flags.table();
  std::erase_if(table, [](const Option& option) {
    return !option.affects_result || option.name == "epsilon";
  });
  json["options"] = to_json(table);
  for (const auto& [features, result] : rows) json["results"][features] = to_json(result);
  return json;
}

}  // namespace

OptionTable ClassifierAttackFlags::table() {
  return {
      {.name = "labels",
       .target = &labels,
       .help = "the class of each document, such as its author: one line a document",
       .metavar = "FILE",
       .affects_result = false},
      {.name = "label-column",
       .target = &label_column,
       .help = "the tab-separated field of a line that is the label",
       .least = 1,
       .most = 1000},
      {.name = "features",
       .target = &features,
       .help = "what the classifier is trained on: the topic shares of documents as they are, or "
               "of what the recipe saw of them (lp: reports; cdp: noisy topic counts)",
       .choices = {"clean", "sanitised", "both"}},
      {.name = "epsilon",
       .target = &epsilon,
       .help = "lp: epsilon of each bit of a report (unit: presence, view: report)",
       .least = 0x1p-10,
       .most = 40},
      {.name = "classifier",
       .target = &options.classifier.kind,
       .help = "logistic regression over topic shares, or one that is made to overfit by random "
               "features of them",
       .choices = {"logistic", "overfitted"}},
      {.name = "regularisation",
       .target = &options.classifier.regularisation,
       .help = "weight of the classifier's squared weights; small ones overfit",
       .least = 1e-9,
       .most = 1e9},
      {.name = "random-features",
       .target = &options.classifier.random_features,
       .help = "how many, for --classifier overfitted",
       .least = 1,
       .most = 1e5},
      {.name = "members",
       .target = &options.members,
       .help = "documents that a model is trained on; 0: a quarter of the corpus",
       .least = 0,
       .most = 1e9},
      {.name = "targets",
       .target = &options.targets,
       .help = "models that are attacked",
       .least = 1,
       .most = 1e6},
  };
}

void run_classifier_attack(const std::string& corpus, const TrainOptions& train,
                           ClassifierAttackFlags flags, const AttackOutput& output) {
  settle(flags, train);
  // Before the trainings: a file that cannot be written shall not cost them.
  std::optional<AtomicFile> file;
  if (!output.json.empty()) file.emplace(output.json, kOwnerOnly);
  const Corpus documents = open_corpus(corpus);
  const Labels labels = read_labels(flags.labels, documents.documents(),
                                    static_cast<std::size_t>(flags.label_column));
  ThreadPool pool(thread_count(train.threads));
  const Worlds worlds = worlds_with_progress(documents, labels, flags.options, pool, output.quiet);
  std::vector<Row> rows;
  for (const bool sanitised : {false, true}) {
    if (flags.features == (sanitised ? "clean" : "sanitised")) continue;
    flags.options.sanitised = sanitised;
    rows.push_back(
        {sanitised ? "sanitised" : "clean",
         attacked(worlds, static_cast<std::uint32_t>(labels.names.size()), flags.options, pool)});
  }
  if (output.json != "-") print_rows(rows, flags);
  if (!file) return;
  file->write(rows_json(rows, flags).dump(2) + "\n");
  file->commit();
}

}  // namespace dplda::cli
